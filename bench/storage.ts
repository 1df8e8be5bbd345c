import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Db } from "../server/src/storage/db.ts";
import { migrate } from "../server/src/storage/migrate.ts";
import { openDatabase } from "../server/src/storage/open.ts";
import type { Figure, Section } from "./figure.ts";
import { fsyncMs, rawRotationsPerSecond } from "./raw-engine.ts";
import { prepareSessions, rotationsPerSecond } from "./rotation.ts";

const CALLERS = [1, 32, 128];
const ROUNDS = 3;
const ROUND_MS = 800;

/** Rounds take turns, so that a noisy moment of the machine hits all of them alike; the median counts. */
export const storage: Section = {
  about: "durable write transactions on SQLite (WAL, synchronous=FULL; replace the token of a session)",
  async run() {
    const folder = mkdtempSync(join(tmpdir(), "svc-bench-"));
    const file = join(folder, "svc.db");
    try {
      return await measure(folder, file);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

async function measure(folder: string, file: string): Promise<Figure[]> {
  const rounds: Record<string, number[]> = {};
  const note = (name: string, value: number): void => {
    rounds[name] = [...(rounds[name] ?? []), value];
  };
  const sessions = await withDatabase(file, async (db) => {
    await migrate(db, 0);
    return prepareSessions(db, Math.max(...CALLERS));
  });
  const one = sessions.slice(0, 1);
  for (let round = 0; round < ROUNDS; round++) {
    note("fsync", fsyncMs(join(folder, "fsync")));
    note("raw", rawRotationsPerSecond(file, one, ROUND_MS, "full"));
    note("raw off", rawRotationsPerSecond(file, one, ROUND_MS, "off"));
    await withDatabase(file, (db) => measureCallers(db, sessions, note));
  }
  const raw = median(rounds.raw);
  return [
    { name: "one fsync of 4 KiB", value: median(rounds.fsync), unit: "ms" },
    { name: "node:sqlite, one fsync each", value: raw, unit: "tx/s" },
    { name: "node:sqlite, no fsync at all", value: median(rounds["raw off"]), unit: "tx/s", limit: raw },
    ...CALLERS.map((callers) => ({
      name: `transact, ${callers} ${callers === 1 ? "caller" : "callers"}`,
      value: median(rounds[callers]),
      unit: "tx/s",
      limit: raw,
      limitIs: "one fsync each",
    })),
  ];
}

async function measureCallers(
  db: Db,
  sessions: readonly string[],
  note: (name: string, value: number) => void,
): Promise<void> {
  for (const callers of CALLERS) {
    note(String(callers), await rotationsPerSecond(db, sessions.slice(0, callers), ROUND_MS));
  }
}

async function withDatabase<T>(file: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDatabase({ kind: "sqlite", file });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

function median(values: readonly number[] = []): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { sql } from "kysely";
import type { Db } from "../storage/db.ts";
import { inspectDatabaseFile, openDatabase } from "../storage/open.ts";
import { refuseDamagedFile } from "../storage/sqlite/file-header.ts";

const node = join(import.meta.dirname, "../../../node_modules/.bin/node");
const script = join(import.meta.dirname, "crash-writer.ts");

export type Told = { acknowledged: string[]; refused: { id: string; reason: string }[] };

/**
 * Runs the writer until it ends or dies, and returns what it reported. `onLine` gets each line with the process to kill;
 * `wrapper` is put in front of the command.
 */
export async function runWriter(options: {
  file: string;
  run: string;
  rows: number;
  wrapper?: readonly string[];
  onStart?: (child: ChildProcess) => void;
  onLine?: (child: ChildProcess, told: Told) => void;
}): Promise<Told> {
  const { file, run, rows, wrapper = [] } = options;
  const [command = node, ...args] = [...wrapper, node, script, file, run, String(rows)];
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
  options.onStart?.(child);
  const told: Told = { acknowledged: [], refused: [] };
  for await (const line of createInterface({ input: child.stdout })) {
    const [kind, id = "", reason = ""] = line.split(" ");
    if (kind === "ack") told.acknowledged.push(id);
    else told.refused.push({ id, reason });
    options.onLine?.(child, told);
  }
  return told;
}

export type Found = { lost: string[]; torn: number; integrity: string };

/** Looks for the acknowledged rows; `gently` leaves the log of the killed process for the next one. */
export async function checkLedger(
  file: string,
  acknowledged: Iterable<string>,
  gently: boolean,
): Promise<Found> {
  if (!existsSync(file)) return { lost: [...acknowledged], torn: 0, integrity: "ok" };
  if ([...acknowledged].length > 0) refuseDamagedFile(file); // whatever a crash leaves, it is not damaged
  if (gently) return inspectDatabaseFile(file, (db) => look(db, acknowledged));
  const db = openDatabase({ kind: "sqlite", file });
  try {
    return await look(db, acknowledged);
  } finally {
    await db.destroy();
  }
}

async function look(db: Db, acknowledged: Iterable<string>): Promise<Found> {
  const check = await sql<{ integrityCheck: string }>`pragma integrity_check`.execute(db);
  const integrity = check.rows.map((row) => row.integrityCheck).join("; ");
  const tables = await db.introspection.getTables();
  if (tables.length === 0) return { lost: [...acknowledged], torn: 0, integrity };
  const settings = await db.selectFrom("instanceSettings").select("key").execute();
  const leases = await db.selectFrom("leases").select(["name", "until"]).execute();
  const present = new Set(settings.map(({ key }) => key));
  const count = leases.find(({ name }) => name === "count")?.until ?? 0;
  const torn = leases.filter(({ name }) => name !== "count" && !present.has(name)).length;
  return {
    lost: [...acknowledged].filter((id) => !present.has(id)),
    torn: torn + Math.abs(count - present.size),
    integrity,
  };
}

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSecretBox } from "../server/src/crypto/secret-box.ts";
import { getStats } from "../server/src/domain/analytics/get-stats.ts";
import { listEvents } from "../server/src/domain/analytics/list-events.ts";
import { rollUp } from "../server/src/domain/analytics/roll-up.ts";
import { readProject } from "../server/src/domain/projects/project.ts";
import type { Db } from "../server/src/storage/db.ts";
import { migrate } from "../server/src/storage/migrate.ts";
import { openDatabase } from "../server/src/storage/open.ts";
import { findProject } from "../server/src/storage/projects.ts";
import { startPostgres } from "../server/src/testing/postgres.ts";
import type { Figure, Section } from "./figure.ts";
import { addYear, END, type Year } from "./year-of-events.ts";

const SMALL: Year = { project: "small", users: 10_000, events: 10_000, activePerDay: 30 };
const LARGE: Year = { project: "large", users: 200_000, events: 300_000, activePerDay: 300 };
const ROUNDS = 15;

export const stats: Section = {
  about: `statistics and the event log of a year; limit: the same with ${SMALL.users} users and ${SMALL.events} events`,
  async run() {
    return [...(await onSqlite()), ...(await onPostgres())];
  },
};

async function onSqlite(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "svc-bench-"));
  const db = openDatabase({ kind: "sqlite", file: join(folder, "svc.db") });
  try {
    return await measure("SQLite", db);
  } finally {
    await db.destroy();
    rmSync(folder, { recursive: true });
  }
}

async function onPostgres(): Promise<Figure[]> {
  const server = await startPostgres();
  const db = openDatabase({ kind: "postgres", url: server.url("postgres") });
  try {
    return await measure("PostgreSQL", db);
  } finally {
    await db.destroy();
    await server.stop();
  }
}

async function measure(engine: string, db: Db): Promise<Figure[]> {
  await migrate(db, 0);
  for (const year of [SMALL, LARGE]) await addYear(db, year);
  const small = await timesOf(db, SMALL.project);
  const large = await timesOf(db, LARGE.project);
  return [
    { name: `${engine}: rows of events, users`, value: LARGE.events + LARGE.users, unit: "rows" },
    ...[...large].map(([what, value]) => ({
      name: `${engine}: ${what}`,
      value,
      unit: "ms",
      limit: small.get(what) ?? value,
    })),
  ];
}

async function timesOf(db: Db, projectId: string): Promise<Map<string, number>> {
  const row = await findProject(db, projectId);
  if (!row) throw new Error(`there is no project ${projectId}`);
  const project = readProject(row);
  const refreshCounter = { add: () => {}, flush: async () => {} };
  const app = { db, clock: () => END, refreshCounter, secretBox: createSecretBox(new Uint8Array(32)) };
  const list = (filter: { kinds?: string[]; userId?: string; ip?: string }) => () =>
    listEvents(app, project, {
      kinds: [],
      userId: "",
      admin: "",
      ip: "",
      onePerAct: true,
      from: undefined,
      to: undefined,
      pageSize: 50,
      pageToken: "",
      ...filter,
    });
  const times = new Map<string, number>();
  times.set("first rollup, the whole year", await msOf(() => rollUp(app, project)));
  times.set("each rollup from then on", await medianMs(() => rollUp(app, project)));
  times.set(
    "GetStats, a year",
    await medianMs(() => getStats(app, project, { fromDate: "2029-01-01", toDate: "" })),
  );
  times.set("GetStats, 30 days", await medianMs(() => getStats(app, project, { fromDate: "", toDate: "" })));
  times.set("ListRecentEvents, newest page", await medianMs(list({})));
  times.set("ListRecentEvents, admin.*", await medianMs(list({ kinds: ["admin.*"] })));
  times.set("ListRecentEvents, one user's", await medianMs(list({ userId: `${projectId}-7` })));
  times.set(
    "ListRecentEvents, one user's sign-ins",
    await medianMs(list({ userId: `${projectId}-7`, kinds: ["user.signed_in"] })),
  );
  return times;
}

async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await msOf(work));
  return times.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

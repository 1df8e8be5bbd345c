import { migrate } from "../server/src/storage/migrate.ts";
import { openDatabase } from "../server/src/storage/open.ts";
import { startPostgres } from "../server/src/testing/postgres.ts";
import type { Section } from "./figure.ts";
import { prepareSessions, rotationsPerSecond } from "./rotation.ts";

const CALLERS = [1, 32, 128];
const ROUND_MS = 2_000;

export const postgres: Section = {
  about:
    "durable write transactions on PostgreSQL (fsync on, 10 connections, client and server on this machine)",
  async run() {
    const server = await startPostgres({ isDurable: true });
    const db = openDatabase({ kind: "postgres", url: server.url("postgres") });
    try {
      await migrate(db, 0);
      const sessions = await prepareSessions(db, Math.max(...CALLERS));
      const rates: number[] = [];
      for (const callers of CALLERS) {
        rates.push(await rotationsPerSecond(db, sessions.slice(0, callers), ROUND_MS));
      }
      return CALLERS.map((callers, n) => ({
        name: `transact, ${callers} ${callers === 1 ? "caller" : "callers"}`,
        value: rates[n] ?? 0,
        unit: "tx/s",
        limit: rates[0] ?? 0,
      }));
    } finally {
      await db.destroy();
      await server.stop();
    }
  },
};

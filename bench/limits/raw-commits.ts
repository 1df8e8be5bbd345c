import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "../../server/src/storage/migrate.ts";
import { openDatabase } from "../../server/src/storage/open.ts";
import { rawRotationsPerSecond } from "../raw-engine.ts";
import { prepareSessions } from "../rotation.ts";

export type RawCommits = {
  /** Rotations per second when so many of them share each durable commit. */
  perSecond: (group: number, ms: number) => number;
  close: () => void;
};

/** Bare node:sqlite on the tables of the product, as durable as the product. */
export async function openRawCommits(largestGroup: number): Promise<RawCommits> {
  const folder = mkdtempSync(join(tmpdir(), "svc-bench-"));
  const file = join(folder, "svc.db");
  const db = openDatabase({ kind: "sqlite", file });
  await migrate(db, 0);
  const sessions = await prepareSessions(db, largestGroup);
  await db.destroy();
  return {
    perSecond: (group, ms) => rawRotationsPerSecond(file, sessions.slice(0, group), ms, "full"),
    close: () => rmSync(folder, { recursive: true }),
  };
}

import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Db } from "../db.ts";
import { deleteInstanceSetting, findInstanceSetting } from "../instance-settings.ts";
import { databaseFileOf } from "./adapter.ts";

/** Stored by the migration after which deleted values are overwritten. */
const DUE = "compaction";

const WAIT_MS = 60_000;

export type CompactionReport = Readonly<{
  onBegin: (bytes: number) => void;
  /** The data is unharmed, and the next start tries again. */
  onFailure: (error: unknown) => void;
  /** How long it waits for another process that writes. */
  waitMs?: number;
}>;

/**
 * Rewrites the file once, without what was deleted before deleted values were overwritten. If the process is killed, or
 * the disk is full, the file stays as it was.
 */
export async function compactIfDue(
  db: Db,
  { onBegin, onFailure, waitMs = WAIT_MS }: CompactionReport,
): Promise<void> {
  if ((await findInstanceSetting(db, DUE)) === undefined) return;
  const file = databaseFileOf(db);
  onBegin(statSync(file).size);
  await nextTurn(); // ends the read snapshot
  try {
    vacuum(file, waitMs);
  } catch (error) {
    onFailure(error);
    return;
  }
  await deleteInstanceSetting(db, DUE);
}

function vacuum(file: string, waitMs: number): void {
  const connection = new DatabaseSync(file, { timeout: waitMs });
  try {
    connection.exec("pragma secure_delete=on; vacuum; pragma wal_checkpoint(truncate)");
  } finally {
    connection.close();
  }
}

import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "../db.ts";
import { databaseFileOf } from "./adapter.ts";

const RETRY_MS = 20;
const ATTEMPTS = 50;

/**
 * Copies the write-ahead log to the file and cuts it to nothing: until then it holds pages from before a deletion. False
 * when somebody reads or writes all the time, such as a backup.
 */
export async function emptyLog(db: Db): Promise<boolean> {
  const connection = new DatabaseSync(databaseFileOf(db), { timeout: 0 });
  try {
    const checkpoint = connection.prepare("pragma wal_checkpoint(truncate)");
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (checkpoint.get()?.busy === 0) return true;
      await sleep(RETRY_MS);
    }
    return false;
  } finally {
    connection.close();
  }
}

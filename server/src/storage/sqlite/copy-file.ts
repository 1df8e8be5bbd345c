import { closeSync, openSync } from "node:fs";
import { backup, DatabaseSync } from "node:sqlite";

/** All pages in one step, and so in one read transaction: writers are not blocked, and the copy is consistent. */
const ALL_PAGES = 2 ** 31 - 1;
const WAIT_MS = 5_000;

/**
 * Copies a database that others may be writing, off the event loop. The file itself is opened by
 * SQLite alone: a plain read of it would drop the locks of this process.
 */
export async function copySqlite(file: string, to: string): Promise<void> {
  closeSync(openSync(to, "wx", 0o600));
  // Not read-only: such a connection leaves a log behind where there was none.
  const source = new DatabaseSync(file, { timeout: WAIT_MS });
  try {
    await backup(source, to, { rate: ALL_PAGES });
  } finally {
    source.close();
  }
}

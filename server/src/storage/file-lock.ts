import { DatabaseSync } from "node:sqlite";

/**
 * An exclusive lock that the kernel drops when the process dies, however it dies. Node offers no
 * flock, SQLite does: an exclusive transaction on an empty database file. Returns undefined when
 * somebody else holds it.
 */
export function lockFile(file: string, waitMs = 0): { release: () => void } | undefined {
  const db = new DatabaseSync(file, { timeout: waitMs });
  try {
    db.exec("begin exclusive");
  } catch (error) {
    db.close();
    if ((error as { errcode?: number }).errcode === 5) return undefined;
    throw error;
  }
  return { release: () => db.close() };
}

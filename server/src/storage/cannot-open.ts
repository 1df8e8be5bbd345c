import { OperatorError } from "../errors.ts";
import { DatabaseFromTheFutureError } from "./migrate.ts";

const DAMAGED = new Set([11, 26]); // SQLITE_CORRUPT, SQLITE_NOTADB
const UNUSABLE = new Set([8, 10, 13, 14]); // SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN
const UNUSABLE_FILE = new Set(["EACCES", "EPERM", "EROFS", "ENOSPC", "ENOTDIR", "ELOOP", "ENAMETOOLONG"]);
const OTHER_TABLES = new Set(["42P07", "42703", "42P01"]); // a table is there already, or has other columns

/** Whether PostgreSQL holds tables, but not ours. */
export function holdsOtherTables(error: unknown): boolean {
  return OTHER_TABLES.has((error as { code?: string }).code ?? "");
}

/** What cannot be opened, as something the operator can mend. */
export function cannotOpen(
  error: unknown,
  { dataDir, version }: { dataDir: string; version: string },
): unknown {
  if (error instanceof DatabaseFromTheFutureError) {
    return new OperatorError(error.message, `run a newer svc on it; this is ${version}`);
  }
  const { errcode = 0, code = "" } = error as { errcode?: number; code?: string };
  if (DAMAGED.has(errcode & 0xff)) {
    return new OperatorError(
      `the database in ${dataDir} is damaged`,
      "put a copy of the data directory back",
    );
  }
  if (UNUSABLE.has(errcode & 0xff) || UNUSABLE_FILE.has(code)) {
    return new OperatorError(
      `cannot use ${dataDir}: ${(error as Error).message}`,
      "check its owner, mode and free space",
    );
  }
  if (holdsOtherTables(error)) {
    return new OperatorError(
      `the PostgreSQL database holds another program's tables: ${(error as Error).message}`,
      "create an empty database for svc and name it in --database-url",
    );
  }
  return error;
}

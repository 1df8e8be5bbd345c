import { OperatorError } from "./errors.ts";

const DAMAGED = new Set([11, 26]); // SQLITE_CORRUPT, SQLITE_NOTADB
const UNUSABLE = new Set([8, 10, 13, 14]); // SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN
const UNUSABLE_FILE = new Set(["EACCES", "EPERM", "EROFS", "ENOSPC", "ENOTDIR", "ELOOP", "ENAMETOOLONG"]);
/** A table is there already, or has other columns. */
export const OTHER_TABLES = new Set(["42P07", "42703", "42P01"]);

/** Why a data directory or database cannot be used, as an operator can do something about it; anything else as it is. */
export function cannotUse(error: unknown, dataDir: string): unknown {
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
  if (OTHER_TABLES.has(code)) {
    return new OperatorError(
      `the PostgreSQL database holds another program's tables: ${(error as Error).message}`,
      "create an empty database for svc and name it in --database-url",
    );
  }
  return error;
}

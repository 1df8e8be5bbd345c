import { OperatorError } from "../errors.ts";
import { DatabaseFromTheFutureError } from "./migrate.ts";
import { hasOtherTables } from "./postgres/errors.ts";
import { isDamaged, isUnusable } from "./sqlite/errors.ts";

const UNUSABLE_FILE = new Set(["EACCES", "EPERM", "EROFS", "ENOSPC", "ENOTDIR", "ELOOP", "ENAMETOOLONG"]);

/** Turns an error of opening the database into one that the operator can act on. */
export function cannotOpen(
  error: unknown,
  { dataDir, version }: { dataDir: string; version: string },
): unknown {
  if (error instanceof DatabaseFromTheFutureError) {
    return new OperatorError(error.message, `run a newer svc on it; this is ${version}`);
  }
  if (isDamaged(error)) {
    return new OperatorError(
      `the database in ${dataDir} is damaged`,
      "put a copy of the data directory back",
    );
  }
  const { code = "" } = error as { code?: string };
  if (isUnusable(error) || UNUSABLE_FILE.has(code)) {
    return new OperatorError(
      `cannot use ${dataDir}: ${(error as Error).message}`,
      "check its owner, mode and free space",
    );
  }
  if (hasOtherTables(error)) {
    return new OperatorError(
      `the PostgreSQL database holds another program's tables: ${(error as Error).message}`,
      "create an empty database for svc and name it in --database-url",
    );
  }
  return error;
}

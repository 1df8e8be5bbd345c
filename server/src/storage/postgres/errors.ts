const SQLITE_CONSTRAINT_UNIQUE = 2067;
const POSTGRES_UNIQUE_VIOLATION = "23505";

/** On PostgreSQL the transaction is lost with it: only for what ends the transaction anyway. */
export function isUniqueViolation(error: unknown): boolean {
  const { errcode, code } = error as { errcode?: unknown; code?: unknown };
  return errcode === SQLITE_CONSTRAINT_UNIQUE || code === POSTGRES_UNIQUE_VIOLATION;
}

import type { GetInstanceResponseJson } from "@svc/proto/svc/admin/v1/instance_pb";
import { type Check, checkOf } from "./check.ts";

/** Which database the server uses, and how it reaches it. */
export function databaseCheck({ database, databasePooler }: GetInstanceResponseJson): Check {
  const check = checkOf("database", "database");
  if (database !== "postgres") return check.ok("SQLite in the data directory");
  return check.ok(
    databasePooler === true
      ? "PostgreSQL through a pooler such as PgBouncer, which must be in transaction mode"
      : "PostgreSQL",
  );
}

import { type RawBuilder, sql } from "kysely";
import type { Db, Millis } from "./db.ts";
import { findInstanceSetting, putInstanceSetting } from "./instance-settings.ts";

const RESTORED_AT = "restored_at";

export async function findRestoredAt(db: Db): Promise<Millis | undefined> {
  const value = await findInstanceSetting(db, RESTORED_AT);
  return value === undefined ? undefined : Number(value);
}

export function putRestoredAt(db: Db, now: Millis): Promise<void> {
  return putInstanceSetting(db, RESTORED_AT, String(now), now);
}

/** For the `where` of a statement that must not believe what an older state of the database had decided about. */
export function isIssuedSinceRestore(issuedAt: Millis | RawBuilder<Millis>): RawBuilder<boolean> {
  return sql`not exists (select 1 from instance_settings
    where key = ${sql.lit(RESTORED_AT)} and cast(value as bigint) > cast(${issuedAt} as bigint))`;
}

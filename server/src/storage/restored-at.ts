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

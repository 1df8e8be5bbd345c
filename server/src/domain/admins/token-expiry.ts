import { AppError, invalidRequest } from "../../errors.ts";
import type { Millis, PersonalAccessToken } from "../../storage/db.ts";
import { dayOf } from "../analytics/days.ts";

const DAY_MS = 86_400_000;
const MAX_DAYS = 36_500;

/** `expiresInDays` 0: expires with the parent, or never if there is none or it does not expire. */
export type RequestedExpiry = Readonly<{ expiresInDays: number; neverExpires?: boolean }>;

/** Validates the input before anything is read. */
export function requireExpiry({ expiresInDays, neverExpires = false }: RequestedExpiry): void {
  if (!Number.isInteger(expiresInDays) || expiresInDays < 0 || expiresInDays > MAX_DAYS) {
    throw invalidRequest("expires_in_days", `must be a whole number from 0 to ${MAX_DAYS}`);
  }
  if (neverExpires && expiresInDays > 0) {
    throw invalidRequest("never_expires", "cannot be set together with expires_in_days");
  }
}

/** When a new token expires, which is never after its parent. Null: never. */
export function expiryOf(
  { expiresInDays, neverExpires = false }: RequestedExpiry,
  parent: Pick<PersonalAccessToken, "expiresAt"> | undefined,
  now: Millis,
): Millis | null {
  const latest = parent?.expiresAt ?? null;
  if (expiresInDays === 0 && !neverExpires) return latest;
  const asked = neverExpires ? null : now + expiresInDays * DAY_MS;
  if (latest !== null && (asked === null || asked > latest)) throw expiryTooLateError(latest, now);
  return asked;
}

function expiryTooLateError(latest: Millis, now: Millis): AppError {
  return new AppError("EXPIRY_TOO_LATE", "later than the token it would be created with", {
    latest_day: dayOf(latest, "UTC"),
    max_days: String(Math.floor((latest - now) / DAY_MS)),
  });
}

import { claims, flag, list, object, type Row, rowOf, text, time, Unreadable } from "./fields.ts";
import { avatarOf, identityOf, passwordOf } from "./foreign-parts.ts";
import type { ImportedUser, LeaveOut, UserReader } from "./reader.ts";

const OWN_METHODS = ["email", "phone"];

/** One row of Supabase's auth.users, with the names of the table or of its admin API. */
export function supabaseReader(options: { takesClaims: boolean; now: number }): UserReader {
  return (value, leaveOut) => readUser(rowOf(value), leaveOut, options);
}

function readUser(
  row: Row,
  leaveOut: LeaveOut,
  { takesClaims, now }: { takesClaims: boolean; now: number },
): ImportedUser {
  if (time(row, "deleted_at") !== undefined) throw new Unreadable("it was deleted");
  if (flag(row, "is_anonymous")) throw new Unreadable("it is anonymous");
  if (text(row, "phone") !== "") leaveOut("phone numbers");
  const profile = object(row, "raw_user_meta_data" in row ? "raw_user_meta_data" : "user_metadata");
  const confirmedAt = time(row, "email_confirmed_at") ?? time(row, "confirmed_at");
  const createdAt = time(row, "created_at");
  return {
    email: text(row, "email"),
    emailVerified: confirmedAt !== undefined,
    displayName: text(profile, "full_name") || text(profile, "name"),
    avatarUrl: avatarOf(text(profile, "avatar_url") || text(profile, "picture"), leaveOut),
    disabled: isBanned(row, now),
    customClaims: takesClaims ? claimsOf(row) : {},
    identities: identitiesOf(row, leaveOut),
    // bcrypt, argon2, or a hash of Firebase with its parameters
    ...passwordOf(text(row, "encrypted_password")),
    ...(createdAt !== undefined && { createdAt }),
  };
}

function isBanned(row: Row, now: number): boolean {
  if (row.banned_until === "none") return false;
  if (row.banned_until === "infinity") return true;
  const until = time(row, "banned_until");
  return until !== undefined && Date.parse(until) > now;
}

function claimsOf(row: Row): ImportedUser["customClaims"] & object {
  const { provider, providers, ...own } = claims(
    row,
    "raw_app_meta_data" in row ? "raw_app_meta_data" : "app_metadata",
  );
  return own;
}

function identitiesOf(row: Row, leaveOut: LeaveOut) {
  return list(row, "identities").flatMap((entry) => {
    const identity = rowOf(entry);
    const provider = text(identity, "provider");
    if (OWN_METHODS.includes(provider)) return [];
    const data = object(identity, "identity_data");
    const subject = text(data, "sub") || text(identity, "provider_id") || text(identity, "id");
    return identityOf(provider, { subject, row: data }, leaveOut);
  });
}

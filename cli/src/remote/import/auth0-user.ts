import { claims, flag, isRow, list, object, type Row, rowOf, text, time } from "./fields.ts";
import { avatarOf, identityOf, localeOf, passwordOf } from "./foreign-parts.ts";
import type { ImportedUser, LeaveOut, UserReader } from "./reader.ts";

const DATABASE = "auth0";
const OWN_METHODS = [DATABASE, "email", "sms"];

/** One user of Auth0's export job, with the password hash that `completeAuth0` found. */
export function auth0Reader(options: { takesClaims: boolean }): UserReader {
  return (value, leaveOut) => readUser(rowOf(value), leaveOut, options);
}

function readUser(row: Row, leaveOut: LeaveOut, { takesClaims }: { takesClaims: boolean }): ImportedUser {
  const accounts = accountsOf(row);
  const email = text(row, "email");
  const name = text(row, "name");
  const passwordHash = text(row, "passwordHash");
  const createdAt = time(row, "created_at");
  if (passwordHash === "" && accounts.some(isDatabaseAccount)) leaveOut("passwords without a hash");
  countUnused(row, leaveOut, takesClaims);
  return {
    email,
    emailVerified: flag(row, "email_verified"),
    // Auth0 shows the address of whoever has no name.
    displayName: name === email ? "" : name,
    avatarUrl: avatarOf(text(row, "picture"), leaveOut),
    locale: localeOf(text(row, "locale"), leaveOut),
    disabled: flag(row, "blocked"),
    customClaims: takesClaims ? claims(row, "app_metadata") : {},
    identities: accounts.flatMap((account) => {
      const provider = text(account, "provider");
      if (OWN_METHODS.includes(provider)) return [];
      const profile = isRow(account.profileData) ? account.profileData : { email };
      const subject = text(account, "user_id");
      return identityOf(
        provider === "google-oauth2" ? "google" : provider,
        { subject, row: profile },
        leaveOut,
      );
    }),
    ...passwordOf(passwordHash),
    ...(createdAt !== undefined && { createdAt }),
  };
}

function countUnused(row: Row, leaveOut: LeaveOut, takesClaims: boolean): void {
  if (text(row, "phone_number") !== "") leaveOut("phone numbers");
  if (list(row, "multifactor").length > 0) leaveOut("second factors");
  if (Object.keys(object(row, "user_metadata")).length > 0) leaveOut("user_metadata objects");
  if (!takesClaims && Object.keys(object(row, "app_metadata")).length > 0) leaveOut("app_metadata objects");
}

/** The `identities` of a user. An export without them still has the first one, in `user_id`. */
export function accountsOf(row: Row): Row[] {
  if (row.identities !== undefined && row.identities !== null) return list(row, "identities").map(rowOf);
  const [, provider, id] = /^([^|]+)\|(.+)$/s.exec(text(row, "user_id")) ?? [];
  return provider === undefined ? [] : [{ provider, user_id: id }];
}

export function isDatabaseAccount(account: Row): boolean {
  return account.provider === DATABASE;
}

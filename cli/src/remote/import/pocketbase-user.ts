import { flag, list, rowOf, text, time } from "./fields.ts";
import { avatarOf, identityOf, passwordOf } from "./foreign-parts.ts";
import type { ImportedUser, LeaveOut } from "./reader.ts";

/** One record of an auth collection, from the database or, without its hash, from the API. */
export function readPocketBaseUser(value: unknown, leaveOut: LeaveOut): ImportedUser {
  const row = rowOf(value);
  const createdAt = time(row, "created");
  if (row.passwordHash === undefined) leaveOut("passwords without a hash");
  return {
    email: text(row, "email"),
    emailVerified: flag(row, "verified"),
    displayName: text(row, "name"),
    avatarUrl: pictureOf(text(row, "avatar"), leaveOut),
    identities: list(row, "externalAuths").flatMap((entry) => {
      const account = rowOf(entry);
      return identityOf(
        text(account, "provider"),
        { subject: text(account, "providerId"), row: {} },
        leaveOut,
      );
    }),
    ...passwordOf(text(row, "passwordHash")),
    ...(createdAt !== undefined && { createdAt }),
  };
}

/** Usually the name of a file that PocketBase keeps. */
function pictureOf(avatar: string, leaveOut: LeaveOut): string {
  if (avatar === "" || avatar.includes("://")) return avatarOf(avatar, leaveOut);
  leaveOut("pictures that are files");
  return "";
}

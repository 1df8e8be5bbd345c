import { claims, flag, list, rowOf, text, time, Unreadable } from "./fields.ts";
import { avatarOf, identityOf } from "./foreign-parts.ts";
import type { ImportedUser, LeaveOut } from "./reader.ts";

// "REDACTED", which Firebase writes when the exporting account may not see hashes.
const REDACTED = "UkVEQUNURUQ=";
const OWN_METHODS = ["password", "phone"];

/** One user of `firebase auth:export`. */
export function readFirebaseUser(value: unknown, leaveOut: LeaveOut): ImportedUser {
  const row = rowOf(value);
  const passwordHash = text(row, "passwordHash");
  if (passwordHash === REDACTED) {
    throw new Unreadable("its password hash is redacted; export as an owner of the Firebase project");
  }
  if (text(row, "phoneNumber") !== "") leaveOut("phone numbers");
  const createdAt = time(row, "createdAt");
  return {
    email: text(row, "email"),
    emailVerified: flag(row, "emailVerified"),
    displayName: text(row, "displayName"),
    avatarUrl: avatarOf(text(row, "photoUrl"), leaveOut),
    disabled: flag(row, "disabled"),
    customClaims: claims(row, "customAttributes"),
    identities: list(row, "providerUserInfo").flatMap((entry) => {
      const account = rowOf(entry);
      const provider = text(account, "providerId");
      if (OWN_METHODS.includes(provider)) return [];
      return identityOf(provider, { subject: text(account, "rawId"), row: account }, leaveOut);
    }),
    ...(passwordHash !== "" && {
      passwordHash,
      passwordAlgorithm: "firebase-scrypt",
      passwordSalt: text(row, "salt"),
    }),
    ...(createdAt !== undefined && { createdAt }),
  };
}

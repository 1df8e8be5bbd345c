import { claims, flag, list, rowOf, text, time } from "./fields.ts";
import type { ImportedUser } from "./reader.ts";

/** One user of our own export document. */
export function readSvcUser(value: unknown): ImportedUser {
  const row = rowOf(value);
  const createdAt = time(row, "created_at");
  return {
    email: text(row, "email"),
    emailVerified: flag(row, "email_verified"),
    displayName: text(row, "display_name"),
    avatarUrl: text(row, "avatar_url"),
    locale: text(row, "locale"),
    disabled: flag(row, "disabled"),
    customClaims: claims(row, "custom_claims"),
    identities: list(row, "identities").map((entry) => {
      const identity = rowOf(entry);
      return {
        provider: text(identity, "provider"),
        subject: text(identity, "subject"),
        email: text(identity, "email"),
      };
    }),
    passwordHash: text(row, "password_hash"),
    passwordAlgorithm: text(row, "password_algorithm"),
    passwordSalt: text(row, "password_salt"),
    isAnonymous: flag(row, "is_anonymous"),
    ...(createdAt !== undefined && { createdAt }),
  };
}

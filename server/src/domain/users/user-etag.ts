import type { User } from "../../storage/db.ts";
import { etagOf } from "../etag.ts";

type Versioned = Pick<
  User,
  "email" | "emailVerifiedAt" | "displayName" | "avatarUrl" | "locale" | "customClaims"
>;

/** The version of what UpdateUser changes. Without the password, of which nothing may be seen from outside. */
export function userEtag({
  email,
  emailVerifiedAt,
  displayName,
  avatarUrl,
  locale,
  customClaims,
}: Versioned): string {
  return etagOf(email, emailVerifiedAt !== null, displayName, avatarUrl, locale, customClaims);
}

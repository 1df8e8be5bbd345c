import { hashToken } from "../../crypto/random-token.ts";
import type { Admin } from "../../storage/db.ts";

/** A new password is a new epoch. An administrator's hash changes for no other reason. */
export function passwordEpoch({ passwordHash }: Pick<Admin, "passwordHash">): string {
  return hashToken(passwordHash).slice(0, 16);
}

/** What `svc admin` does on a data directory. */
export { isCommonPassword } from "../crypto/common-passwords.ts";
export { requireEmail } from "../domain/accounts/email.ts";
export { checkAdminPassword } from "../domain/admins/admin-password.ts";
export { createAdmin } from "../domain/admins/create-admin.ts";
export {
  createPersonalAccessToken,
  listPersonalAccessTokens,
  revokePersonalAccessToken,
  type TokenWithProjects,
} from "../domain/admins/personal-access-tokens.ts";
export { requireAdmin } from "../domain/admins/require-admin.ts";
export { resetFactors } from "../domain/admins/reset-factors.ts";
export { systemActor } from "../domain/analytics/record-event.ts";
export type { Admin } from "../storage/db.ts";

import type { App } from "../../app.ts";
import { plainRecoveryCode } from "../../crypto/factors/recovery-codes.ts";
import type { User } from "../../storage/db.ts";

/** What is stored of a recovery code. Keyed, so that a copy of the database is no help in guessing. */
export function recoveryCodeMac(
  { secretBox }: Pick<App, "secretBox">,
  { id, projectId }: Pick<User, "id" | "projectId">,
  code: string,
): string {
  return secretBox.mac(projectId, "recovery code", `${id}\n${plainRecoveryCode(code)}`).toString("base64url");
}

import type { App } from "../../../app.ts";
import { newRecoveryCodes, plainRecoveryCode } from "../../../crypto/factors/recovery-codes.ts";
import {
  deleteAdminRecoveryCodes,
  insertAdminRecoveryCodes,
  useAdminRecoveryCode,
} from "../../../storage/admin-recovery-codes.ts";

type CodeApp = Pick<App, "clock" | "db" | "secretBox">;

/** Replaces all recovery codes and returns the new ones. Only their MACs are stored. */
export async function replaceRecoveryCodes(app: CodeApp, adminId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  const macs = codes.map((code) => macOf(app, adminId, code));
  await deleteAdminRecoveryCodes(app.db, adminId);
  await insertAdminRecoveryCodes(app.db, adminId, macs, app.clock());
  return codes;
}

/** Uses up a recovery code. False when there is none like it, or it was used. */
export function redeemRecoveryCode(app: CodeApp, adminId: string, typed: string): Promise<boolean> {
  return useAdminRecoveryCode(app.db, adminId, macOf(app, adminId, typed), app.clock());
}

function macOf({ secretBox }: Pick<App, "secretBox">, adminId: string, typed: string): string {
  return secretBox
    .mac("", "administrator's recovery code", `${adminId}\n${plainRecoveryCode(typed)}`)
    .toString("base64url");
}

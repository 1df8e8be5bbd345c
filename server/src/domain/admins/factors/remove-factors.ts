import type { App } from "../../../app.ts";
import { deleteAdminFactorFailures } from "../../../storage/admin-factor-failures.ts";
import { deleteAdminChallenges } from "../../../storage/admin-mfa-challenges.ts";
import { deleteAdminPasskeys } from "../../../storage/admin-passkeys.ts";
import { deleteAdminRecoveryCodes } from "../../../storage/admin-recovery-codes.ts";
import { deleteAdminTotp } from "../../../storage/admin-totp.ts";

export type RemovedFactors = Readonly<{ removedPasskeys: number; removedTotp: boolean }>;

/** Everything but the password, and what was begun with it. Call it with the administrator locked. */
export async function removeFactors({ db }: Pick<App, "db">, adminId: string): Promise<RemovedFactors> {
  await deleteAdminChallenges(db, adminId);
  await deleteAdminFactorFailures(db, adminId);
  await deleteAdminRecoveryCodes(db, adminId);
  const removedTotp = await deleteAdminTotp(db, adminId);
  return { removedPasskeys: await deleteAdminPasskeys(db, adminId), removedTotp };
}

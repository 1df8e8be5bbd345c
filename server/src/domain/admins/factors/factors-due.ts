import type { App } from "../../../app.ts";
import type { SecondFactor } from "../../../errors.ts";
import { listAdminPasskeys } from "../../../storage/admin-passkeys.ts";
import { countAdminRecoveryCodes } from "../../../storage/admin-recovery-codes.ts";
import { findAdminTotp } from "../../../storage/admin-totp.ts";
import { adminRpId } from "../admin-passkey-domain.ts";
import { areFactorsRequired } from "./factors-required.ts";

type FactorApp = Pick<App, "baseUrl" | "db">;

/**
 * What can complete a login with the password, the most usual first. Undefined when the password is enough, and none when
 * the administrator has to enroll a factor first.
 */
export async function factorsDue(
  app: FactorApp,
  adminId: string,
): Promise<readonly SecondFactor[] | undefined> {
  const totp = await findAdminTotp(app.db, adminId);
  if (!totp && !(await areFactorsRequired(app))) return undefined;
  const factors: SecondFactor[] = totp ? ["totp"] : [];
  if ((await countUsablePasskeys(app, adminId)) > 0) factors.push("passkey");
  if (totp && (await countAdminRecoveryCodes(app.db, adminId)) > 0) factors.push("recovery_code");
  return factors;
}

/** An authenticator app or a passkey, whether or not one is due. */
export async function hasFactor(app: FactorApp, adminId: string): Promise<boolean> {
  const totp = await findAdminTotp(app.db, adminId);
  return totp !== undefined || (await countUsablePasskeys(app, adminId)) > 0;
}

/** Those of the host of the base URL: others do not work. */
export async function countUsablePasskeys(app: FactorApp, adminId: string): Promise<number> {
  const rpId = adminRpId(app);
  const passkeys = await listAdminPasskeys(app.db, adminId);
  return passkeys.filter((passkey) => passkey.rpId === rpId).length;
}

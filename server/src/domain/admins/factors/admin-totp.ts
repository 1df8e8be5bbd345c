import type { App } from "../../../app.ts";
import { stepOfCode } from "../../../crypto/factors/totp.ts";
import { findAdminTotp, putAdminTotp, useAdminTotpStep } from "../../../storage/admin-totp.ts";

/** Enrolls the app. The code of this step was the proof, and works no second time. */
export async function storeTotp(
  app: Pick<App, "clock" | "db" | "secretBox">,
  adminId: string,
  { secret, step }: { secret: Buffer; step: number },
): Promise<void> {
  const secretSealed = app.secretBox.seal(secret, placeOf(adminId));
  const totp = { adminId, secretSealed, lastStep: step, createdAt: app.clock(), lastUsedAt: null };
  await putAdminTotp(app.db, totp);
}

/** Uses up a code of the administrator's app. False for a wrong code, and for one of a step that was used. */
export async function useTotpCode(
  app: Pick<App, "clock" | "db" | "secretBox">,
  adminId: string,
  typed: string,
): Promise<boolean> {
  const totp = await findAdminTotp(app.db, adminId);
  if (!totp) return false;
  const now = app.clock();
  const secret = Buffer.from(app.secretBox.openBytes(totp.secretSealed, placeOf(adminId)));
  const step = stepOfCode(secret, typed, now);
  return step !== undefined && (await useAdminTotpStep(app.db, adminId, step, now));
}

function placeOf(adminId: string) {
  return { table: "admin_totp", column: "secret_sealed", project: "", row: adminId };
}

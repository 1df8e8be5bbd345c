import type { App } from "../../app.ts";
import { findAdminByEmail } from "../../storage/admins.ts";
import type { Admin } from "../../storage/db.ts";
import { canonicalEmail } from "../accounts/email.ts";
import { ADMINISTRATORS, issueDeviceToken, readDeviceToken } from "../sessions/device-token.ts";
import { passwordEpoch } from "./password-epoch.ts";

/** Issues a device token to a browser that has just proven the administrator's password. */
export function adminDeviceToken(app: Pick<App, "clock" | "secretBox">, admin: Admin, id?: string): string {
  return issueDeviceToken(app, ADMINISTRATORS, { owner: admin.id, epoch: passwordEpoch(admin), id });
}

/** The browser's id if its token was issued for the administrator with this address and is still valid. */
export async function findAdminDevice(
  app: Pick<App, "clock" | "db" | "secretBox">,
  { email, deviceToken }: { email: string; deviceToken: string },
): Promise<string | undefined> {
  const token = readDeviceToken(app, ADMINISTRATORS, deviceToken);
  if (!token) return undefined;
  const admin = await findAdminByEmail(app.db, canonicalEmail(email) ?? "");
  return admin?.id === token.owner && passwordEpoch(admin) === token.epoch ? token.id : undefined;
}

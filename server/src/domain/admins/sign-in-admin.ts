import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { AppError } from "../../errors.ts";
import { deleteAdminSession } from "../../storage/admin-sessions.ts";
import { findAdminByEmail, updateAdminIfUnchanged } from "../../storage/admins.ts";
import type { Admin, Millis } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { canonicalEmail } from "../accounts/email.ts";
import { recordEvent } from "../analytics/record-event.ts";
import type { Device } from "../sessions/device.ts";
import { ADMIN_SESSION_MS, openAdminSession } from "./admin-session.ts";
import { recordFailedSignIn } from "./record-failed-sign-in.ts";

type SignedInAdmin = Readonly<{ admin: Admin; token: string; endsAt: Millis }>;

/** Opens a new session and ends the browser's previous one, if any. */
export async function signInAdmin(
  app: Pick<App, "clock" | "db" | "newId" | "passwords">,
  input: { email: string; password: string },
  device: Device,
  previousToken: string | undefined,
): Promise<SignedInAdmin> {
  const email = canonicalEmail(input.email);
  const admin = email === undefined ? undefined : await findAdminByEmail(app.db, email);

  // Hashed even when there is no administrator, so that timing does not reveal who is one.
  const passwordIsRight = await app.passwords.verify(admin?.passwordHash ?? null, input.password);
  if (!admin || !passwordIsRight) {
    await recordFailedSignIn(app, admin, device);
    throw new AppError("INVALID_CREDENTIALS");
  }

  const signedIn = await transact(app, (app) => open(app, admin, device, previousToken));
  if (!signedIn) throw new AppError("INVALID_CREDENTIALS", "removed or given a new password meanwhile");
  return signedIn;
}

async function open(
  app: Pick<App, "clock" | "db" | "newId">,
  proven: Admin,
  device: Device,
  previousToken: string | undefined,
): Promise<SignedInAdmin | undefined> {
  const now = app.clock();
  const admin = await updateAdminIfUnchanged(app.db, proven, { lastLoginAt: now });
  if (!admin) return undefined;
  if (previousToken !== undefined) await deleteAdminSession(app.db, hashToken(previousToken));
  const token = await openAdminSession(app, admin, device);
  await recordEvent(app, {
    kind: "admin.logged_in",
    projectId: null,
    by: { actor: `admin:${admin.email}`, ip: device.ip, userAgent: device.userAgent },
    data: { adminId: admin.id },
  });
  return { admin, token, endsAt: now + ADMIN_SESSION_MS };
}

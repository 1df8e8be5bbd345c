import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { AppError, type FactorChallenge, FactorRequired } from "../../errors.ts";
import { deleteAdminSession } from "../../storage/admin-sessions.ts";
import { findAdminByEmail, updateAdminIfUnchanged } from "../../storage/admins.ts";
import type { Admin, Millis } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { canonicalEmail } from "../accounts/email.ts";
import { recordEvent } from "../analytics/record-event.ts";
import type { Device } from "../sessions/device.ts";
import { ADMIN_SESSION_MS, openAdminSession } from "./admin-session.ts";
import { factorsDue } from "./factors/factors-due.ts";
import { newFactorChallenge } from "./factors/mfa-challenge.ts";
import { recordFailedSignIn } from "./record-failed-sign-in.ts";

export type SignedInAdmin = Readonly<{ admin: Admin; token: string; endsAt: Millis }>;

type SignInApp = Pick<App, "baseUrl" | "clock" | "db" | "newId">;

/**
 * Opens a new session and ends the browser's previous one, if any. Where a second factor is due, it does neither, and
 * throws the challenge.
 */
export async function signInAdmin(
  app: Pick<App, "baseUrl" | "clock" | "db" | "newId" | "passwords">,
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

  const outcome = await transact(
    app,
    async (app) => (await challenge(app, admin)) ?? (await open(app, admin, device, previousToken)),
  );
  if (!outcome) throw new AppError("INVALID_CREDENTIALS", "removed or given a new password meanwhile");
  if ("factors" in outcome) throw new FactorRequired(outcome);
  return outcome;
}

/** Undefined when the password is enough. The row is locked before the factors are read, as in every change of them. */
async function challenge(app: SignInApp, proven: Admin): Promise<FactorChallenge | undefined> {
  const { passwordHash } = proven;
  const admin = await updateAdminIfUnchanged(app.db, proven, { passwordHash });
  const due = admin && (await factorsDue(app, admin.id));
  return due && newFactorChallenge(app, admin, due);
}

async function open(
  app: SignInApp,
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

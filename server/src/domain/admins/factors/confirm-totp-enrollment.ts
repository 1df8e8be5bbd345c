import type { App } from "../../../app.ts";
import { stepOfCode } from "../../../crypto/factors/totp.ts";
import { hashToken } from "../../../crypto/random-token.ts";
import { AppError } from "../../../errors.ts";
import { holdAdminSession, noteFactorProven } from "../../../storage/admin-sessions.ts";
import { findAdminTotp } from "../../../storage/admin-totp.ts";
import type { AdminMfaChallengeRow } from "../../../storage/db.ts";
import { transact } from "../../../storage/transact.ts";
import { challengeInvalid } from "../../factors/challenge-limits.ts";
import type { Device } from "../../sessions/device.ts";
import { adminOfSession } from "../admin-session.ts";
import { storeTotp } from "./admin-totp.ts";
import { followFactorChange, hasMailServer } from "./changed-factors.ts";
import {
  countAttempt,
  type HeldChallenge,
  holdChallenge,
  newMfaChallenge,
  requireChallenge,
} from "./mfa-challenge.ts";
import { replaceRecoveryCodes } from "./recovery-codes.ts";
import { holdLoginEnrollment, openSecret } from "./start-totp-enrollment.ts";

type ConfirmApp = Pick<
  App,
  "baseUrl" | "clock" | "configuredSmtp" | "db" | "newId" | "secretBox" | "wakeMailJob"
>;

export type ConfirmedEnrollment = Readonly<{
  recoveryCodes: readonly string[];
  /** Completes the login that required it. Empty for an enrollment of a session. */
  mfaToken: string;
}>;

/** Enrolls the app with a code that it shows. The other sessions of the administrator end. */
export async function confirmTotpEnrollment(
  app: ConfirmApp,
  { enrollmentToken, totpCode }: { enrollmentToken: string; totpCode: string },
  device: Device,
  cookie: string | undefined,
): Promise<ConfirmedEnrollment> {
  const found = await requireChallenge(app, enrollmentToken, "enroll");
  if (found.sessionHash !== null) await requireSameSession(app, found.sessionHash, cookie);
  const notifies = await hasMailServer(app);
  const outcome = await transact(app, async (app) => {
    const held = await hold(app, found);
    const secret = openSecret(app, held.challenge);
    if (!secret) throw challengeInvalid("not started");
    const step = stepOfCode(secret, totpCode, app.clock());
    if (step !== undefined) return enroll(app, held, { secret, step }, device, notifies);
    const left = await countAttempt(app, held.challenge);
    return new AppError("MFA_CODE_INVALID", "", { attempts_left: left });
  });
  // Thrown only now: the attempt has to be committed.
  if (outcome instanceof AppError) throw outcome;
  if (notifies) app.wakeMailJob();
  return outcome;
}

/** The token alone is not enough: it may have been read from the page of somebody's open session. */
async function requireSameSession(
  app: ConfirmApp,
  sessionHash: string,
  cookie: string | undefined,
): Promise<void> {
  if (cookie === undefined || hashToken(cookie) !== sessionHash)
    throw challengeInvalid("begun by another session");
  await adminOfSession(app, cookie);
}

async function hold(app: ConfirmApp, found: AdminMfaChallengeRow): Promise<HeldChallenge> {
  if (found.sessionHash === null) return holdLoginEnrollment(app, found);
  const held = await holdChallenge(app, found);
  const session = await holdAdminSession(app.db, held.admin.id, found.sessionHash, app.clock());
  if (!session) throw new AppError("ADMIN_UNAUTHENTICATED", "the session has ended meanwhile");
  return held;
}

async function enroll(
  app: ConfirmApp,
  { admin, challenge: { sessionHash: keptSession } }: HeldChallenge,
  totp: { secret: Buffer; step: number },
  { ip, userAgent }: Device,
  notifies: boolean,
): Promise<ConfirmedEnrollment> {
  const change = (await findAdminTotp(app.db, admin.id)) ? "replaced" : "enrolled";
  await storeTotp(app, admin.id, totp);
  const recoveryCodes = await replaceRecoveryCodes(app, admin.id);
  const by = { actor: `admin:${admin.email}`, ip, userAgent };
  await followFactorChange(app, admin, { change, keptSession, notifies, by });
  if (keptSession !== null) {
    await noteFactorProven(app.db, keptSession, app.clock());
    return { recoveryCodes, mfaToken: "" };
  }
  const { token } = await newMfaChallenge(app, admin, "login", { isEnrolled: 1 });
  return { recoveryCodes, mfaToken: token };
}

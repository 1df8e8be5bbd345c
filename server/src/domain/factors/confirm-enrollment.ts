import type { App } from "../../app.ts";
import { newRecoveryCodes } from "../../crypto/factors/recovery-codes.ts";
import { stepOfCode } from "../../crypto/factors/totp.ts";
import type { AppError } from "../../errors.ts";
import type { MfaChallengeRow, User } from "../../storage/db.ts";
import { putTotpFactor, replaceRecoveryCodes } from "../../storage/factors.ts";
import { insertMfaChallenge, updateMfaChallenge } from "../../storage/mfa-challenges.ts";
import { findOneTimeCode } from "../../storage/one-time-codes.ts";
import { setAuthentication } from "../../storage/sessions.ts";
import { transact } from "../../storage/transact.ts";
import { findUser, listIdentities, lockUserForUpdate } from "../../storage/users.ts";
import { evict } from "../accounts/evict.ts";
import { recordEvent } from "../analytics/record-event.ts";
import { countCodeGuess } from "../codes/count-code-guess.ts";
import { redeemCode, wrongCode } from "../codes/one-time-code.ts";
import { notifyUser } from "../mail/notify-user.ts";
import { LINKS_REQUESTED_BY_SESSION, lockLinks } from "../mail/void-links.ts";
import type { Project } from "../projects/project.ts";
import type { Device } from "../sessions/device.ts";
import { holdChallenge, newChallenge, requireChallenge } from "./challenge.ts";
import { CHALLENGE_ATTEMPTS, challengeInvalid } from "./challenge-limits.ts";
import { wrongFactorCode } from "./check-code.ts";
import { countUsablePasskeys } from "./due-factor.ts";
import { recoveryCodeMac } from "./recovery-code-mac.ts";
import { requireMfa } from "./require-mfa.ts";
import { openPendingSecret, sealTotpSecret } from "./totp-secret.ts";

type ConfirmApp = Pick<App, "clock" | "db" | "newId" | "rateLimits" | "secretBox" | "wakeMailJob">;

export type Confirmation = Readonly<{ enrollmentToken: string; totpCode: string; emailCode: string }>;

/** `mfaToken` completes the sign-in that required the enrollment. */
export type Enrolled = Readonly<{ recoveryCodes: readonly string[]; mfaToken: string }>;

type Wrong = Readonly<{ kind: "wrong_code" | "wrong_email_code"; attemptsLeft: number; isGuess: boolean }>;
type Outcome = (Readonly<{ kind: "enrolled" }> & Enrolled) | Wrong;

/** Stores the authenticator app whose code is right, with new recovery codes. Ends the user's other sessions. */
export async function confirmTotpEnrollment(
  app: ConfirmApp,
  project: Project,
  input: Confirmation,
  device: Device,
): Promise<Enrolled> {
  requireMfa(project);
  const { userId, emailFlow } = await requireChallenge(app, project, "enroll", input.enrollmentToken);
  const settle = await countEmailCode(app, project, emailFlow);
  const outcome = await transact(app, async (app) => {
    await lockLinks(app, userId); // before the challenge: who redeems a link may delete the user with their challenges
    return confirm(app, project, input, device);
  }).catch(async (error: unknown) => {
    await settle(["unspent"]);
    throw error;
  });
  await settle([outcome.kind !== "enrolled" && outcome.isGuess ? "failed" : "unspent"]);
  if (outcome.kind !== "enrolled") throw failureOf(outcome);
  app.wakeMailJob();
  return outcome;
}

/** Fails with RATE_LIMITED when too many emailed codes were wrong, for whichever enrollment of the account. */
async function countEmailCode(
  app: ConfirmApp,
  project: Project,
  emailFlow: string | null,
): ReturnType<typeof countCodeGuess> {
  const flow = emailFlow !== null && { projectId: project.id, id: emailFlow, purpose: "add_factor" };
  const asked = flow ? await findOneTimeCode(app.db, flow, app.clock()) : undefined;
  return asked ? countCodeGuess(app, project, asked.address, { kind: "enrollment" }) : async () => {};
}

function failureOf({ kind, attemptsLeft }: Wrong): AppError {
  return kind === "wrong_code" ? wrongFactorCode(attemptsLeft) : wrongCode({ attemptsLeft });
}

/** A wrong code is committed, because it counts. */
async function confirm(
  app: ConfirmApp,
  project: Project,
  { enrollmentToken, totpCode, emailCode }: Confirmation,
  device: Device,
): Promise<Outcome> {
  const challenge = await holdChallenge(app, project, "enroll", enrollmentToken);
  if (challenge.secretSealed === null) throw challengeInvalid("not begun");
  const secret = openPendingSecret(app, challenge, challenge.secretSealed);
  const step = stepOfCode(secret, totpCode, app.clock());
  if (step === undefined) {
    const attempts = challenge.attempts + 1;
    await updateMfaChallenge(app.db, challenge, { attempts });
    return { kind: "wrong_code", attemptsLeft: CHALLENGE_ATTEMPTS - attempts, isGuess: false };
  }
  let mailbox: string | undefined;
  if (challenge.emailFlow !== null) {
    const flow = { projectId: project.id, id: challenge.emailFlow, purpose: "add_factor" };
    const redeemed = await redeemCode(app, flow, { code: emailCode, verifier: enrollmentToken });
    if (redeemed.kind === "wrong") {
      return { ...redeemed, kind: "wrong_email_code" };
    }
    mailbox = redeemed.address;
  }
  await updateMfaChallenge(app.db, challenge, { usedAt: app.clock() });
  return enroll(app, project, challenge, { secret, step, mailbox }, device);
}

async function enroll(
  app: ConfirmApp,
  project: Project,
  challenge: MfaChallengeRow,
  { secret, step, mailbox }: { secret: Buffer; step: number; mailbox: string | undefined },
  device: Device,
): Promise<Outcome> {
  const { userId, projectId, sessionId } = challenge;
  const now = app.clock();
  const recoveryCodes = newRecoveryCodes();
  const known = await findUser(app.db, projectId, userId);
  if (!known) throw challengeInvalid("the user was deleted");
  const eviction = {
    reason: "factor_changed",
    ...(sessionId !== null && { keep: sessionId }),
    voids: LINKS_REQUESTED_BY_SESSION,
  } as const;
  const { user } = await evict(app, project, known, eviction, async () => {
    const secretSealed = sealTotpSecret(app, { projectId, userId }, secret);
    const times = { createdAt: now, lastUsedAt: null };
    await putTotpFactor(app.db, { userId, projectId, secretSealed, lastStep: step, ...times });
    const macs = recoveryCodes.map((code) => recoveryCodeMac(app, known, code));
    await replaceRecoveryCodes(app.db, { projectId, userId }, macs, now);
    return holdUser(app, project, challenge, mailbox);
  });
  if (sessionId !== null) {
    await setAuthentication(app.db, { projectId, id: sessionId, authenticatedAt: now, adds: "totp" });
  }
  const by = { actor: `user:${userId}`, ip: device.ip, userAgent: device.userAgent };
  await recordEvent(app, { kind: "user.factor_enrolled", projectId, userId, by, data: { factor: "totp" } });
  await notifyUser(app, project, user, { kind: "factor_changed", detail: "enrolled" });
  const mfaToken = sessionId === null ? await proceed(app, user, challenge) : "";
  return { kind: "enrolled", recoveryCodes, mfaToken };
}

/** What allowed the enrollment is checked again, now that nobody else changes the user. */
async function holdUser(
  app: Pick<App, "db">,
  project: Project,
  challenge: MfaChallengeRow,
  mailbox: string | undefined,
): Promise<User> {
  const { projectId, userId, credentialEpoch, sessionId, emailFlow, createdAt } = challenge;
  const user = await lockUserForUpdate(app.db, projectId, userId);
  if (
    !user ||
    user.credentialEpoch !== credentialEpoch ||
    user.disabledAt !== null ||
    user.guestSince !== null ||
    (mailbox !== undefined && user.email !== mailbox) ||
    !(await isStillProven(app, user, challenge))
  ) {
    throw challengeInvalid("the account has changed");
  }
  // The owner of the mailbox was shown no app on the page that confirms the address, and was mailed no code.
  if (emailFlow === null && user.emailVerifiedAt !== null && user.emailVerifiedAt > createdAt) {
    throw challengeInvalid("the address was verified meanwhile");
  }
  // Adding a passkey raises no epoch. From then on it is due, and the first factor alone adds nothing beside it.
  if (sessionId === null && (await countUsablePasskeys(app, project, userId)) > 0) {
    throw challengeInvalid("the user has a factor now");
  }
  return user;
}

/** A new address and an unlinked provider account raise no epoch. A new password does. */
async function isStillProven(
  app: Pick<App, "db">,
  user: User,
  { method, proof }: MfaChallengeRow,
): Promise<boolean> {
  if (method === "session" || method === "email_code") return (user.email ?? "") === proof;
  if (method === "password") return true;
  const identities = await listIdentities(app.db, user.projectId, user.id);
  return identities.some(({ id }) => id === proof);
}

/** The sign-in goes on: both factors are proven by now. */
async function proceed(
  app: Pick<App, "clock" | "db">,
  user: User,
  { method, proof }: MfaChallengeRow,
): Promise<string> {
  const { token, row } = newChallenge(app, user, { purpose: "sign_in", method, proof, provenFactor: "totp" });
  await insertMfaChallenge(app.db, row);
  return token;
}

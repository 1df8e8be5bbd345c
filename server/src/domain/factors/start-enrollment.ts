import { hash } from "node:crypto";
import type { App } from "../../app.ts";
import { newTotpSecret, toBase32, totpUri } from "../../crypto/factors/totp.ts";
import type { MfaChallengeRow, User } from "../../storage/db.ts";
import { insertMfaChallenge, updateMfaChallenge } from "../../storage/mfa-challenges.ts";
import { transact } from "../../storage/transact.ts";
import { findUser } from "../../storage/users.ts";
import type { AskedLanguages } from "../accounts/asked-languages.ts";
import { beginFlow } from "../codes/one-time-code.ts";
import { enqueueWithinBudget } from "../mail/mail-budget.ts";
import { languageToQueue } from "../mail/mail-language.ts";
import type { Project } from "../projects/project.ts";
import { hasProven } from "../sessions/authentication.ts";
import type { Device } from "../sessions/device.ts";
import type { SignedIn } from "../sessions/user-of-token.ts";
import { themeOf } from "../themes/current-theme.ts";
import { holdChallenge, newChallenge } from "./challenge.ts";
import { challengeInvalid } from "./challenge-limits.ts";
import { requireRecentFactor } from "./recent-factor.ts";
import { requireMfa } from "./require-mfa.ts";
import { openPendingSecret, sealPendingSecret } from "./totp-secret.ts";

type EnrollApp = Pick<App, "clock" | "db" | "metrics" | "newId" | "rateLimits" | "secretBox" | "wakeMailJob">;

export type Enrollment = Readonly<{
  enrollmentToken: string;
  secret: string;
  uri: string;
  needsEmailCode: boolean;
  expiresAt: number;
}>;

/** Begins to enroll the authenticator app of a signed-in user. It replaces the one that the user has. */
export async function startTotpEnrollment(
  app: EnrollApp,
  project: Project,
  signedIn: SignedIn,
  asked: AskedLanguages,
  device: Device,
): Promise<Enrollment> {
  const { user, session } = signedIn;
  requireMfa(project, user);
  const factors = await requireRecentFactor(app, project, signedIn);
  // Not for a passkey alone: where none is due, who knows the password can add one.
  const needsEmailCode = !factors.includes("totp") && !hasProven(session, "email_code");
  const proof = user.email ?? "";
  const facts = { purpose: "enroll", method: "session", proof, sessionId: session.id } as const;
  const { token, row } = newChallenge(app, user, facts);
  return transact(app, async (app) => {
    await insertMfaChallenge(app.db, row);
    return begin(app, project, { user, token, row, needsEmailCode, asked }, device);
  }).finally(app.wakeMailJob);
}

/** Begins the enrollment that a sign-in requires, or mails its code again. */
export function startRequiredEnrollment(
  app: EnrollApp,
  project: Project,
  { token, asked }: { token: string; asked: AskedLanguages },
  device: Device,
): Promise<Enrollment> {
  requireMfa(project);
  return transact(app, async (app) => {
    const row = await holdChallenge(app, project, "enroll", token);
    const user = await findUser(app.db, project.id, row.userId);
    if (user?.credentialEpoch !== row.credentialEpoch) throw challengeInvalid("the account has changed");
    const isAgain = row.secretSealed !== null;
    const needsEmailCode = isAgain ? row.emailFlow !== null : row.method !== "email_code";
    return begin(app, project, { user, token, row, needsEmailCode, asked }, device);
  }).finally(app.wakeMailJob);
}

type Begun = Readonly<{
  user: User;
  token: string;
  row: MfaChallengeRow;
  needsEmailCode: boolean;
  asked: AskedLanguages;
}>;

/** Makes the secret, if there is none yet, and mails the code. */
async function begin(
  app: EnrollApp,
  project: Project,
  { user, token, row, needsEmailCode, asked }: Begun,
  device: Device,
): Promise<Enrollment> {
  const secret = row.secretSealed === null ? newTotpSecret() : openPendingSecret(app, row, row.secretSealed);
  // A stolen password must not be enough to keep the owner out.
  const address = needsEmailCode && user.emailVerifiedAt !== null ? user.email : null;
  const emailFlow =
    address === null ? null : await mailCode(app, project, { user, address, token, row, asked }, device);
  const secretSealed = row.secretSealed ?? sealPendingSecret(app, row, secret);
  await updateMfaChallenge(app.db, row, { secretSealed, emailFlow });
  const { productName } = await themeOf(app, project);
  return {
    enrollmentToken: token,
    secret: toBase32(secret),
    uri: totpUri(secret, { issuer: productName, account: user.email ?? user.displayName }),
    needsEmailCode: emailFlow !== null,
    expiresAt: row.expiresAt,
  };
}

/** The verifier of the code is the token: only who has it can use the code. */
async function mailCode(
  app: EnrollApp,
  project: Project,
  { user, address, token, row, asked }: Omit<Begun, "needsEmailCode"> & { address: string },
  device: Device,
): Promise<string> {
  const challenge = hash("sha256", token, "base64url");
  const flow =
    row.emailFlow ?? (await beginFlow(app, project, { purpose: "add_factor", address, challenge, device }));
  const language = languageToQueue(project, "factor_code", asked, user);
  const mail = { kind: "factor_code", recipient: address, userId: user.id, detail: flow, language } as const;
  await enqueueWithinBudget(app, project.id, "factor_code", mail);
  return flow;
}

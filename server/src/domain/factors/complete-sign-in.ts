import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { invalidRequest, type SecondFactor } from "../../errors.ts";
import type { MfaChallengeRow, User } from "../../storage/db.ts";
import { countRecoveryCodes } from "../../storage/factors.ts";
import { lockIdentity } from "../../storage/identities.ts";
import { updateMfaChallenge } from "../../storage/mfa-challenges.ts";
import { transact } from "../../storage/transact.ts";
import { findUser } from "../../storage/users.ts";
import { recordEvent } from "../analytics/record-event.ts";
import { RejectedPasskey } from "../passkeys/rejected-passkey.ts";
import type { Project } from "../projects/project.ts";
import { clearSignInFailures } from "../rate-limits/clear-sign-in-failures.ts";
import { admit, type Proven } from "../sessions/admit.ts";
import type { Device } from "../sessions/device.ts";
import { oncePerAttempt } from "../sessions/once-per-attempt.ts";
import { type OpeningAttempt, openingAttempt } from "../sessions/opening-attempt.ts";
import { recordFailedSignIn } from "../sessions/record-failed-sign-in.ts";
import { RefusedSignIn, recordRefusedSignIn } from "../sessions/refused-sign-in.ts";
import { pairFacts, signPair, type TokenPair } from "../sessions/token-pair.ts";
import { holdChallenge, isSecondFactor, requireChallenge } from "./challenge.ts";
import { CHALLENGE_ATTEMPTS, challengeInvalid } from "./challenge-limits.ts";
import { wrongFactorCode } from "./check-code.ts";
import { requireMfa } from "./require-mfa.ts";
import { type CheckedProof, checkProof, type FactorProof, passkeyIdOf, useFactor } from "./use-factor.ts";

type CompleteApp = Pick<
  App,
  "baseUrl" | "clock" | "db" | "newId" | "rateLimits" | "secretBox" | "signer" | "upgrade" | "wakeMailJob"
>;

export type Completion = Readonly<{
  mfaToken: string;
  /** Undefined right after an enrollment, which has proven the second factor. */
  proof: FactorProof | undefined;
  attemptId: string;
}>;

/** Opens the session of a sign-in whose first factor was proven in an earlier call. */
export async function completeSignIn(
  app: CompleteApp,
  project: Project,
  input: Completion,
  device: Device,
): Promise<TokenPair> {
  requireMfa(project);
  const attempt = openingAttempt(project, input.attemptId, "CompleteSignIn", input.mfaToken);
  try {
    return await oncePerAttempt(app, project, attempt, () => complete(app, project, input, device, attempt));
  } catch (error) {
    await recordRefusedSignIn(app, project, error, device);
    throw error;
  }
}

async function complete(
  app: CompleteApp,
  project: Project,
  { mfaToken, proof }: Completion,
  device: Device,
  attempt: OpeningAttempt | undefined,
): Promise<TokenPair> {
  const { userId } = await requireChallenge(app, project, "sign_in", mfaToken);
  const checked = proof && (await checkProof(app, project, proof, userId));
  const result = await transact(app, async (app) => {
    const challenge = await holdChallenge(app, project, "sign_in", mfaToken);
    const { user, first } = await firstFactorOf(app, project, challenge);
    const second = await proveSecond(app, project, challenge, checked, device);
    if (second === undefined) return countWrong(app, challenge);
    await updateMfaChallenge(app.db, challenge, { usedAt: app.clock() });
    const { credentialEpoch } = challenge;
    const passkeyId = second === "passkey" && checked ? passkeyIdOf(checked) : undefined;
    const proven = { ...first, second, credentialEpoch, ...(passkeyId !== undefined && { passkeyId }) };
    const admission = await admit(app, project, user, proven, device, attempt);
    if (admission.kind === "challenged") throw new Error("both factors were proven");
    if (admission.kind === "refused") {
      if (admission.reason === "INVALID_CREDENTIALS") throw challengeInvalid("the account has changed");
      throw new RefusedSignIn(admission.reason, user.id, refusedMethod(challenge));
    }
    if (second === "recovery_code") await recordRecoveryCode(app, project, user, device);
    const facts = await pairFacts(app, project, user);
    return { kind: "opened" as const, user: admission.user, ...admission.opened, ...facts };
  });
  if (result.kind === "wrong") {
    await recordFailedSignIn(app, project, userId, { method: proof?.kind ?? "totp" }, device);
    if (checked?.passkey instanceof RejectedPasskey) throw checked.passkey;
    throw wrongFactorCode(result.attemptsLeft);
  }
  app.wakeMailJob();
  // As a sign-in with the password alone does: strangers who tried passwords must not keep the owner out.
  if (result.user.email !== null) await clearSignInFailures(app, project.id, result.user.email);
  return signPair(app, project, result.user, result);
}

function refusedMethod({ method }: MfaChallengeRow): RefusedSignIn["method"] {
  return method as RefusedSignIn["method"];
}

/**
 * What was proven in the earlier call, as far as it still holds. `admit` checks it again under its lock. A void challenge
 * says nothing about codes, so this comes before them.
 */
async function firstFactorOf(
  app: Pick<App, "db">,
  project: Project,
  { userId, method, proof, credentialEpoch }: MfaChallengeRow,
): Promise<{ user: User; first: Proven }> {
  if (method === "google" || method === "apple") {
    if (!(await lockIdentity(app.db, { projectId: project.id, userId, id: proof }))) {
      throw challengeInvalid("the provider account was unlinked");
    }
  }
  const user = await findUser(app.db, project.id, userId);
  if (user?.credentialEpoch !== credentialEpoch) throw challengeInvalid("the account has changed");
  if (method === "google" || method === "apple") return { user, first: { method } };
  if (method === "email_code") return { user, first: { method, email: proof } };
  const { passwordHash } = user;
  if (method !== "password" || passwordHash === null || hashToken(passwordHash) !== proof) {
    throw challengeInvalid("the password was replaced");
  }
  return { user, first: { method, passwordHash } };
}

/** Uses the proof up. Returns undefined when it is wrong, which is counted. */
async function proveSecond(
  app: Pick<App, "clock" | "db" | "newId" | "secretBox">,
  project: Project,
  { provenFactor, userId, projectId }: MfaChallengeRow,
  proof: CheckedProof | undefined,
  device: Device,
): Promise<SecondFactor | undefined> {
  if (isSecondFactor(provenFactor)) return provenFactor;
  if (proof === undefined) throw invalidRequest("proof", "is required");
  const isRight = await useFactor(app, project, { id: userId, projectId }, proof, device);
  return isRight ? proof.kind : undefined;
}

async function countWrong(
  app: Pick<App, "db">,
  challenge: MfaChallengeRow,
): Promise<{ kind: "wrong"; attemptsLeft: number }> {
  const attempts = challenge.attempts + 1;
  await updateMfaChallenge(app.db, challenge, { attempts });
  return { kind: "wrong", attemptsLeft: CHALLENGE_ATTEMPTS - attempts };
}

async function recordRecoveryCode(
  app: Pick<App, "clock" | "db" | "newId">,
  project: Project,
  { id: userId }: User,
  { ip, userAgent }: Device,
): Promise<void> {
  const left = await countRecoveryCodes(app.db, { projectId: project.id, userId });
  await recordEvent(app, {
    kind: "user.recovery_code_used",
    projectId: project.id,
    userId,
    by: { actor: `user:${userId}`, ip, userAgent },
    data: { left },
  });
}

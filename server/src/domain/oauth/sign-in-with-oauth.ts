import { AppError, FactorRequired } from "../../errors.ts";
import { transact } from "../../storage/transact.ts";
import type { AskedLanguages } from "../accounts/asked-languages.ts";
import { requireDisplayName } from "../accounts/profile.ts";
import { recordEvent } from "../analytics/record-event.ts";
import { requestMail } from "../mail/request-mail.ts";
import type { Project } from "../projects/project.ts";
import type { Device } from "../sessions/device.ts";
import { oncePerAttempt } from "../sessions/once-per-attempt.ts";
import { type OpeningAttempt, openingAttempt } from "../sessions/opening-attempt.ts";
import { recordRefusedSignIn } from "../sessions/refused-sign-in.ts";
import { type TokenPair, tokenPair } from "../sessions/token-pair.ts";
import { keepAppleToken } from "./keep-apple-token.ts";
import {
  type Credential,
  type Exchange,
  type Proof,
  proofOfCredential,
  recordProofSession,
  redeemProof,
  type SocialApp,
} from "./proof.ts";
import { type SignInResult, signInByIdentity } from "./sign-in-by-identity.ts";

/** Signs in with a token from the provider's SDK, or creates the user. */
export async function signInWithOAuth(
  app: SocialApp,
  project: Project,
  { credential, attemptId, asked }: { credential: Credential; attemptId: string; asked: AskedLanguages },
  device: Device,
): Promise<TokenPair> {
  const displayName = requireDisplayName(credential.displayName);
  const { provider, idToken, nonce } = credential;
  const attempt = openingAttempt(project, attemptId, "SignInWithOAuth", provider, idToken, nonce);
  try {
    return await oncePerAttempt(app, project, attempt, async () => {
      const proof = await proofOfCredential(app, project, credential, displayName);
      const result = await redeemAndSignIn(app, project, { proof, asked }, device, attempt);
      keepAppleToken(app, project, proof.verified, credential.authorizationCode);
      return completeSignIn(app, project, result, asked);
    });
  } catch (error) {
    if (error instanceof AppError && error.reason === "OAUTH_TOKEN_INVALID") {
      await recordEvent(app, {
        kind: "user.sign_in_failed",
        projectId: project.id,
        by: { actor: "", ip: device.ip, userAgent: device.userAgent }, // nobody has proven who they are
        data: { method: credential.provider },
      });
    }
    await recordRefusedSignIn(app, project, error, device);
    throw error;
  }
}

/** Signs in with the one-time code of the web redirect, or creates the user. */
export async function exchangeOAuthCode(
  app: SocialApp,
  project: Project,
  { exchange, attemptId, asked }: { exchange: Exchange; attemptId: string; asked: AskedLanguages },
  device: Device,
): Promise<TokenPair> {
  const { code, codeVerifier } = exchange;
  const attempt = openingAttempt(project, attemptId, "ExchangeOAuthCode", code, codeVerifier);
  try {
    return await oncePerAttempt(app, project, attempt, async () => {
      const proof = { kind: "code", exchange, attemptHash: attempt?.hash } as const;
      const result = await redeemAndSignIn(app, project, { proof, asked }, device, attempt);
      return completeSignIn(app, project, result, asked);
    });
  } catch (error) {
    await recordRefusedSignIn(app, project, error, device);
    throw error;
  }
}

async function redeemAndSignIn(
  app: SocialApp,
  project: Project,
  { proof, asked }: { proof: Proof; asked: AskedLanguages },
  device: Device,
  attempt: OpeningAttempt | undefined,
): Promise<SignInResult> {
  const result = await transact(app, async (app) => {
    const redeemed = await redeemProof(app, project, proof, device.ip);
    if (redeemed.kind === "refused") return redeemed;
    const proven = { identity: redeemed.identity, asked };
    const result = await signInByIdentity(app, project, proven, device, attempt);
    if (result.opened) await recordProofSession(app, project, redeemed, result.opened.sessionId);
    return { kind: "signed-in" as const, ...result };
  });
  if (result.kind === "refused") throw result.failure;
  return result;
}

async function completeSignIn(
  app: SocialApp,
  project: Project,
  { user, isNew, opened, challenge }: SignInResult,
  asked: AskedLanguages,
): Promise<TokenPair> {
  if (isNew && user.email !== null && user.emailVerifiedAt === null) {
    await requestMail(app, project, "verify_email", { email: user.email, asked }, "sign_up");
  }
  if (challenge) throw new FactorRequired(challenge);
  if (!opened) throw new AppError("EMAIL_NOT_VERIFIED", user.id);
  if (project.settings.newDeviceNotices) app.wakeMailJob();
  return tokenPair(app, project, user, opened);
}

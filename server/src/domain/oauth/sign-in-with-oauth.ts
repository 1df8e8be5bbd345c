import { AppError } from "../../errors.ts";
import { transact } from "../../storage/transact.ts";
import { requireDisplayName } from "../accounts/profile.ts";
import { recordEvent } from "../analytics/record-event.ts";
import { requestMail } from "../mail/request-mail.ts";
import type { Project } from "../projects/project.ts";
import type { Device } from "../sessions/device.ts";
import { type TokenPair, tokenPair } from "../sessions/token-pair.ts";
import { type Entrance, enterByIdentity } from "./sign-in-by-identity.ts";
import { keepAppleToken } from "./keep-apple-token.ts";
import {
  type Credential,
  type Exchange,
  noteSession,
  type Proof,
  proofOfCredential,
  type SocialApp,
  takeProof,
} from "./proof.ts";

/** Signs in with a token from the provider's SDK, or creates the user. */
export async function signInWithOAuth(
  app: SocialApp,
  project: Project,
  credential: Credential,
  device: Device,
): Promise<TokenPair> {
  const displayName = requireDisplayName(credential.displayName);
  try {
    const proof = await proofOfCredential(app, project, credential, displayName);
    const entrance = await enter(app, project, proof, device);
    keepAppleToken(app, project, proof.verified, credential.authorizationCode);
    return await answer(app, project, entrance);
  } catch (error) {
    if (error instanceof AppError && error.reason === "OAUTH_TOKEN_INVALID") {
      await recordEvent(app, {
        kind: "user.sign_in_failed",
        projectId: project.id,
        by: { actor: "", ip: device.ip }, // nobody has proven who they are
        data: { method: credential.provider },
      });
    }
    throw error;
  }
}

/** Signs in with the one-time code of the web redirect, or creates the user. */
export async function exchangeOAuthCode(
  app: SocialApp,
  project: Project,
  exchange: Exchange,
  device: Device,
): Promise<TokenPair> {
  return answer(app, project, await enter(app, project, { kind: "code", exchange }, device));
}

async function enter(app: SocialApp, project: Project, proof: Proof, device: Device): Promise<Entrance> {
  const entrance = await transact(app, async (app) => {
    const taken = await takeProof(app, project, proof, device.ip);
    if (taken.kind === "refused") return taken;
    const entrance = await enterByIdentity(app, project, taken.identity, device);
    if (entrance.opened) await noteSession(app, project, taken, entrance.opened.sessionId);
    return { kind: "entered" as const, ...entrance };
  });
  if (entrance.kind === "refused") throw entrance.failure;
  return entrance;
}

async function answer(
  app: SocialApp,
  project: Project,
  { user, isNew, opened }: Entrance,
): Promise<TokenPair> {
  if (isNew && user.email !== null && user.emailVerifiedAt === null) {
    await requestMail(app, project, "verify_email", user.email, "sign_up");
  }
  if (!opened) throw new AppError("EMAIL_NOT_VERIFIED", user.id);
  if (project.settings.newDeviceNotices) app.mailIsWaiting();
  return tokenPair(app, project, user, opened);
}

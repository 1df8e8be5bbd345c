import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import type { Project } from "../projects/project.ts";
import type { ProviderIdentity } from "./identity-provider.ts";
import { recordHandoffSession, redeemHandoff } from "./redeem-handoff.ts";
import {
  type PresentedToken,
  useTokenOnce,
  type VerifiedToken,
  verifyProviderToken,
} from "./verify-provider-token.ts";

/** What signing in and linking take, with a token and with a code alike. */
export type SocialApp = Pick<
  App,
  | "background"
  | "baseUrl"
  | "clock"
  | "db"
  | "identityProviders"
  | "mailIsWaiting"
  | "metrics"
  | "newId"
  | "rateLimits"
  | "secretBox"
  | "signer"
>;

/** What the provider's SDK gave to the app. */
export type Credential = PresentedToken &
  Readonly<{
    /** Apple's, native apps only. */
    authorizationCode: string;
    /** Apple's, first sign-in only; the app says so, nobody proves it. */
    displayName: string;
  }>;

/** What the web redirect gave to the app. */
export type Exchange = Readonly<{ code: string; codeVerifier: string }>;

export type TokenProof = Readonly<{ kind: "token"; verified: VerifiedToken }>;

/** Checked as far as that takes no transaction. It is used up by `takeProof`. */
export type Proof = TokenProof | Readonly<{ kind: "code"; exchange: Exchange }>;

export type TakenProof = Readonly<
  | { kind: "taken"; identity: ProviderIdentity; codeHash?: string | undefined }
  /** To be thrown after the commit: a code that comes twice ends the session it opened. */
  | { kind: "refused"; failure: AppError }
>;

export async function proofOfCredential(
  app: Pick<App, "clock" | "identityProviders">,
  project: Project,
  credential: Credential,
  displayName: string,
): Promise<TokenProof> {
  const verified = await verifyProviderToken(app, project, credential, "app");
  const { identity } = verified;
  const name = identity.name || displayName;
  return { kind: "token", verified: { ...verified, identity: { ...identity, name } } };
}

/** Whose account it is, from here on for nobody else. Call it first in the transaction of what it opens. */
export async function takeProof(
  app: Pick<App, "clock" | "db" | "newId" | "secretBox">,
  project: Project,
  proof: Proof,
  ip: string,
): Promise<TakenProof> {
  if (proof.kind === "token") {
    await useTokenOnce(app, project, proof.verified);
    return { kind: "taken", identity: proof.verified.identity };
  }
  const redeemed = await redeemHandoff(app, project, { ...proof.exchange, ip });
  if (redeemed.kind === "refused") {
    return { kind: "refused", failure: new AppError("OAUTH_CODE_INVALID", redeemed.why) };
  }
  const { identity, codeHash } = redeemed;
  if (!project.settings[identity.provider].enabled) {
    return { kind: "refused", failure: new AppError("OAUTH_PROVIDER_DISABLED", identity.provider) };
  }
  return { kind: "taken", identity, codeHash };
}

/** So that a second use of the code finds the session that the first one opened. */
export async function noteSession(
  app: Pick<App, "db">,
  project: Project,
  { codeHash }: { codeHash?: string | undefined },
  sessionId: string,
): Promise<void> {
  if (codeHash !== undefined) await recordHandoffSession(app, project, codeHash, sessionId);
}

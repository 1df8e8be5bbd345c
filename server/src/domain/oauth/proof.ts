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

/** What signing in and linking need, with a token or with a code. */
export type SocialApp = Pick<
  App,
  | "background"
  | "baseUrl"
  | "clock"
  | "db"
  | "identityProviders"
  | "metrics"
  | "newId"
  | "refreshCounter"
  | "upgrade"
  | "rateLimits"
  | "secretBox"
  | "signer"
  | "wakeMailJob"
>;

/** What the app got from the provider's SDK. */
export type Credential = PresentedToken &
  Readonly<{
    /** From Apple, for native apps only. */
    authorizationCode: string;
    /** From Apple, with the first sign-in only. Sent by the app and unverified. */
    displayName: string;
  }>;

/** What the app got from the web redirect. */
export type Exchange = Readonly<{ code: string; codeVerifier: string }>;

export type TokenProof = Readonly<{ kind: "token"; verified: VerifiedToken }>;

/** Verified as far as possible without a transaction. `redeemProof` consumes it. */
export type Proof =
  | TokenProof
  | Readonly<{
      kind: "code";
      exchange: Exchange;
      /** SHA-256 of the attempt id, if the call has one. */
      attemptHash?: string | undefined;
    }>;

export type RedeemedProof = Readonly<
  | { kind: "redeemed"; identity: ProviderIdentity; codeHash?: string | undefined }
  /** Throw it after the commit, which ends the session that the first use of the code opened. */
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

/** Consumes the proof and returns its identity. Call it first in the transaction. */
export async function redeemProof(
  app: Pick<App, "clock" | "db" | "newId" | "secretBox">,
  project: Project,
  proof: Proof,
  ip: string,
): Promise<RedeemedProof> {
  if (proof.kind === "token") {
    await useTokenOnce(app, project, proof.verified);
    return { kind: "redeemed", identity: proof.verified.identity };
  }
  const redeemed = await redeemHandoff(app, project, {
    ...proof.exchange,
    attemptHash: proof.attemptHash,
    ip,
  });
  if (redeemed.kind === "refused") {
    return { kind: "refused", failure: new AppError("OAUTH_CODE_INVALID", redeemed.why) };
  }
  const { identity, codeHash } = redeemed;
  if (!project.settings[identity.provider].enabled) {
    return { kind: "refused", failure: new AppError("OAUTH_PROVIDER_DISABLED", identity.provider) };
  }
  return { kind: "redeemed", identity, codeHash };
}

/** Stores the session of a code, so that a second use of the code can end it. */
export async function recordProofSession(
  app: Pick<App, "db">,
  project: Project,
  { codeHash }: { codeHash?: string | undefined },
  sessionId: string,
): Promise<void> {
  if (codeHash !== undefined) await recordHandoffSession(app, project, codeHash, sessionId);
}

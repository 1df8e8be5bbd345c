import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import type { User } from "../../storage/db.ts";
import { findOneTimeCode } from "../../storage/one-time-codes.ts";
import { countCodeGuess } from "../codes/count-code-guess.ts";
import { redeemCode, wrongCode } from "../codes/one-time-code.ts";
import { requireEmailCodes } from "../codes/request-email-code.ts";
import { RejectedPasskey } from "../passkeys/rejected-passkey.ts";
import type { Project } from "../projects/project.ts";
import type { Device } from "../sessions/device.ts";
import { wrongFactorCode } from "./check-code.ts";
import { requireMfa } from "./require-mfa.ts";
import { type CheckedProof, checkProof, passkeyIdOf, useFactor } from "./use-factor.ts";

/** What a signed-in user sends to prove again who they are. */
export type SessionProof =
  | Readonly<{ kind: "password" | "totp" | "passkey"; value: string }>
  | Readonly<{ kind: "email_code"; flowId: string; code: string; codeVerifier: string }>;

type Guess = Readonly<{ end: (outcome: "failed" | "unspent") => Promise<void> }>;

/** A proof whose password or signature is right, if it has one. The rest is checked in the transaction. */
export type CheckedSessionProof = Readonly<{
  kind: SessionProof["kind"];
  factor?: CheckedProof;
  code?: Extract<SessionProof, { kind: "email_code" }>;
  passkeyId?: string | undefined;
  /** Fails with RATE_LIMITED when too many emailed codes were wrong. */
  beginGuess: () => Promise<Guess>;
}>;

const NO_GUESS: Guess = { end: async () => {} };

/** Fails if the project does not allow such a proof, or the password is wrong. Uses nothing up. */
export async function checkSessionProof(
  app: Pick<App, "baseUrl" | "clock" | "db" | "passwords" | "rateLimits" | "secretBox">,
  project: Project,
  user: User,
  proof: SessionProof,
): Promise<CheckedSessionProof> {
  const { kind } = proof;
  const plain = { kind, beginGuess: async () => NO_GUESS };
  if (kind === "email_code") return checkCode(app, project, user, proof);
  if (kind === "password") {
    if (await app.passwords.verify(user.passwordHash, proof.value)) return plain;
    throw new AppError("INVALID_CREDENTIALS");
  }
  if (kind === "totp") requireMfa(project, user);
  const factor = await checkProof(app, project, { kind, value: proof.value }, user.id);
  return { ...plain, factor, passkeyId: passkeyIdOf(factor) };
}

async function checkCode(
  app: Pick<App, "clock" | "db" | "rateLimits">,
  project: Project,
  { email }: User,
  code: Extract<SessionProof, { kind: "email_code" }>,
): Promise<CheckedSessionProof> {
  requireEmailCodes(project);
  const asked = await findOneTimeCode(app.db, flowOf(project, code), app.clock());
  // Nothing is said about another address, and its code stays good.
  if (asked && asked.address !== email) throw wrongCode({ attemptsLeft: 0 });
  return {
    kind: code.kind,
    code,
    async beginGuess() {
      if (!asked) throw wrongCode({ attemptsLeft: 0 });
      const settle = await countCodeGuess(app, project, asked.address, { kind: "session" });
      return { end: (outcome) => settle([outcome]) };
    },
  };
}

function flowOf(project: Project, { flowId }: { flowId: string }) {
  return { projectId: project.id, id: flowId, purpose: "sign_in" };
}

/** Uses the emailed code up, if it is one. Returns how it is refused when it is wrong. Call it first in the transaction. */
export async function redeemSessionCode(
  app: Pick<App, "clock" | "db" | "secretBox">,
  project: Project,
  { code: typed }: CheckedSessionProof,
): Promise<{ isGuess: boolean; refusal: AppError } | undefined> {
  if (!typed) return undefined;
  const { code, codeVerifier: verifier } = typed;
  const redeemed = await redeemCode(app, flowOf(project, typed), { code, verifier });
  return redeemed.kind === "wrong" ? { isGuess: redeemed.isGuess, refusal: wrongCode(redeemed) } : undefined;
}

/** Uses a second factor up, if it is one. Returns false when it is wrong: commit that. */
export async function useSessionProof(
  app: Pick<App, "clock" | "db" | "newId" | "secretBox">,
  project: Project,
  user: User,
  { factor }: CheckedSessionProof,
  device: Device,
): Promise<boolean> {
  return factor === undefined || useFactor(app, project, user, factor, device);
}

/** How a wrong proof of this kind is refused. */
export function refusedProof({ kind, factor }: CheckedSessionProof): AppError {
  if (kind === "password") return new AppError("INVALID_CREDENTIALS", "replaced meanwhile");
  if (kind === "totp") return wrongFactorCode();
  if (kind === "email_code") return wrongCode({ attemptsLeft: 0 });
  return factor?.passkey instanceof RejectedPasskey ? factor.passkey : new RejectedPasskey("void meanwhile");
}

import type { App } from "../../app.ts";
import { hashToken, newToken } from "../../crypto/random-token.ts";
import type { FactorChallenge, SecondFactor } from "../../errors.ts";
import type { MfaChallengeRow, User } from "../../storage/db.ts";
import { findMfaChallenge, insertMfaChallenge, lockMfaChallenge } from "../../storage/mfa-challenges.ts";
import { listIdentities } from "../../storage/users.ts";
import type { Project } from "../projects/project.ts";
import type { SignInMethod } from "../sessions/new-session.ts";
import { CHALLENGE_ATTEMPTS, CHALLENGE_MS, challengeInvalid, ENROLLMENT_MS } from "./challenge-limits.ts";
import type { DueFactor } from "./due-factor.ts";

export type ChallengePurpose = "sign_in" | "enroll";

type ChallengeApp = Pick<App, "clock" | "db">;

/**
 * Creates the challenge of a sign-in whose first factor was right. The caller has locked the user's row. What was proven is
 * stored with it and checked again when the sign-in is completed.
 */
export async function challengeSignIn(
  app: ChallengeApp,
  user: User,
  method: SignInMethod,
  { factors }: DueFactor,
): Promise<FactorChallenge> {
  const purpose = factors.length === 0 ? "enroll" : "sign_in";
  const proof = await proofOf(app, user, method);
  const { token, row } = newChallenge(app, user, { purpose, method, proof });
  await insertMfaChallenge(app.db, row);
  return { token, factors, expiresAt: row.expiresAt };
}

type Facts = Pick<MfaChallengeRow, "method" | "proof"> &
  Partial<Pick<MfaChallengeRow, "provenFactor" | "secretSealed" | "sessionId">> & {
    purpose: ChallengePurpose;
  };

export function newChallenge(
  { clock }: Pick<App, "clock">,
  { id: userId, projectId, credentialEpoch }: Pick<User, "id" | "projectId" | "credentialEpoch">,
  facts: Facts,
): { token: string; row: MfaChallengeRow } {
  const token = newToken();
  const now = clock();
  const row = {
    tokenHash: hashToken(token),
    ...{ projectId, userId, credentialEpoch },
    ...{ sessionId: null, secretSealed: null, emailFlow: null, provenFactor: null },
    ...facts,
    attempts: 0,
    createdAt: now,
    expiresAt: now + (facts.purpose === "enroll" ? ENROLLMENT_MS : CHALLENGE_MS),
    usedAt: null,
  };
  return { token, row };
}

/** What the first factor was, so that the sign-in ends with it. */
async function proofOf(app: Pick<App, "db">, user: User, method: SignInMethod): Promise<string> {
  if (method === "password") return hashToken(user.passwordHash ?? "");
  if (method === "email_code") return user.email ?? "";
  const identities = await listIdentities(app.db, user.projectId, user.id);
  return identities.find(({ provider }) => provider === method)?.id ?? "";
}

/** Reads a challenge without locking it. */
export async function requireChallenge(
  app: ChallengeApp,
  project: Pick<Project, "id">,
  purpose: ChallengePurpose,
  token: string,
): Promise<MfaChallengeRow> {
  const by = { projectId: project.id, purpose, tokenHash: hashToken(token) };
  return usable(await findMfaChallenge(app.db, by, app.clock()));
}

/** Call it first in the transaction that trades it: nobody else tries the challenge until that ends. */
export async function holdChallenge(
  app: ChallengeApp,
  project: Pick<Project, "id">,
  purpose: ChallengePurpose,
  token: string,
): Promise<MfaChallengeRow> {
  const by = { projectId: project.id, purpose, tokenHash: hashToken(token) };
  return usable(await lockMfaChallenge(app.db, by, app.clock()));
}

function usable(challenge: MfaChallengeRow | undefined): MfaChallengeRow {
  if (!challenge) throw challengeInvalid("unknown, used or expired");
  if (challenge.attempts >= CHALLENGE_ATTEMPTS) throw challengeInvalid("tried too often");
  return challenge;
}

export function isSecondFactor(text: string | null): text is SecondFactor {
  return text === "totp" || text === "passkey" || text === "recovery_code";
}

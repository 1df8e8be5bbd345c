import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import type { App } from "../../app.ts";
import type { Millis } from "../../storage/db.ts";
import { insertUsedChallenge } from "../../storage/passkeys.ts";

/** What a ceremony is for. A challenge of one purpose is none for another. */
export type ChallengePurpose = "sign_in" | "sign_up" | "link";

export type ChallengeFacts = Readonly<{ userId: string; expiresAt: Millis }>;

export const CHALLENGE_LIFETIME_MS = 300_000;

/** The clocks of replicas may differ, and one that is ahead must not forget too early. */
const CLOCKS_APART_MS = 60_000;

const PURPOSES: Readonly<Record<ChallengePurpose, number>> = { sign_in: 1, sign_up: 2, link: 3 };
const RANDOM_BYTES = 16;
const EXPIRY_BYTES = 6;
const USER_BYTES = 16;
const MAC_BYTES = 16;
const FACTS_BYTES = RANDOM_BYTES + EXPIRY_BYTES + 1 + USER_BYTES;
const NOBODY = "00000000-0000-0000-0000-000000000000";

type ChallengeApp = Pick<App, "clock" | "secretBox">;

/**
 * A challenge that says itself what it is for and until when, so that a start call stores nothing. `userId` is empty for
 * a sign-in. `context` is what both calls of the ceremony must name, such as the address of a new user.
 */
export function newChallenge(
  app: ChallengeApp,
  projectId: string,
  purpose: ChallengePurpose,
  userId: string,
  context: string,
): Buffer {
  const facts = Buffer.alloc(FACTS_BYTES);
  randomBytes(RANDOM_BYTES).copy(facts);
  let at = RANDOM_BYTES;
  at = facts.writeUIntBE(app.clock() + CHALLENGE_LIFETIME_MS, at, EXPIRY_BYTES);
  at = facts.writeUInt8(PURPOSES[purpose], at);
  facts.write((userId || NOBODY).replaceAll("-", ""), at, "hex");
  return Buffer.concat([facts, macOf(app, projectId, facts, context)]);
}

/** Undefined when the challenge is not ours, for another project, purpose or context, or too old. */
export function readChallenge(
  app: ChallengeApp,
  projectId: string,
  purpose: ChallengePurpose,
  challenge: Buffer,
  context: string,
): ChallengeFacts | undefined {
  if (challenge.length !== FACTS_BYTES + MAC_BYTES) return undefined;
  const facts = challenge.subarray(0, FACTS_BYTES);
  const isOurs = timingSafeEqual(challenge.subarray(FACTS_BYTES), macOf(app, projectId, facts, context));
  if (!isOurs || facts.readUInt8(RANDOM_BYTES + EXPIRY_BYTES) !== PURPOSES[purpose]) return undefined;
  const expiresAt = facts.readUIntBE(RANDOM_BYTES, EXPIRY_BYTES);
  if (expiresAt <= app.clock()) return undefined;
  const hex = facts.toString("hex", FACTS_BYTES - USER_BYTES);
  const userId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return { userId: userId === NOBODY ? "" : userId, expiresAt };
}

/**
 * Uses a challenge up, and returns false when it was used before, or may have been: it is older than a restore of the
 * database. Call it first in the transaction that it allows.
 * `projectId` is null for a challenge of an administrator.
 */
export function useChallenge(
  app: Pick<App, "db">,
  projectId: string | null,
  challenge: Buffer,
  facts: ChallengeFacts,
): Promise<boolean> {
  return insertUsedChallenge(app.db, { projectId, ...usedChallenge(challenge, facts) });
}

/** What uses a challenge up. */
export function usedChallenge(challenge: Buffer, { expiresAt }: ChallengeFacts) {
  return {
    hash: hash("sha256", challenge, "base64url"),
    expiresAt: expiresAt + CLOCKS_APART_MS,
    issuedAt: expiresAt - CHALLENGE_LIFETIME_MS,
  };
}

function macOf(
  { secretBox }: Pick<App, "secretBox">,
  projectId: string,
  facts: Buffer,
  context: string,
): Buffer {
  const text = `${facts.toString("base64url")}\n${context}`;
  return secretBox.mac(projectId, "passkey_challenge", text).subarray(0, MAC_BYTES);
}

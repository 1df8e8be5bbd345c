import type { App } from "../../../app.ts";
import { hashToken, newToken } from "../../../crypto/random-token.ts";
import type { FactorChallenge, SecondFactor } from "../../../errors.ts";
import {
  findAdminChallenge,
  insertAdminChallenge,
  updateAdminChallenge,
} from "../../../storage/admin-mfa-challenges.ts";
import { lockAdmin } from "../../../storage/admins.ts";
import type { Admin, AdminMfaChallengeRow } from "../../../storage/db.ts";
import {
  CHALLENGE_ATTEMPTS,
  CHALLENGE_MS,
  challengeInvalid,
  ENROLLMENT_MS,
} from "../../factors/challenge-limits.ts";
import { passwordEpoch } from "../password-epoch.ts";

const LIFETIMES_MS = { login: CHALLENGE_MS, enroll: ENROLLMENT_MS };

export type ChallengePurpose = AdminMfaChallengeRow["purpose"];
export type HeldChallenge = Readonly<{ admin: Admin; challenge: AdminMfaChallengeRow }>;

/** Begins the second half of a login. Call it in the transaction that has locked the administrator. */
export async function newFactorChallenge(
  app: Pick<App, "clock" | "db">,
  admin: Pick<Admin, "id" | "passwordHash">,
  factors: readonly SecondFactor[],
): Promise<FactorChallenge> {
  const purpose = factors.length === 0 ? "enroll" : "login";
  const { token, expiresAt } = await newMfaChallenge(app, admin, purpose);
  return { token, factors, expiresAt };
}

/** Of the token only the hash is stored. */
export async function newMfaChallenge(
  app: Pick<App, "clock" | "db">,
  admin: Pick<Admin, "id" | "passwordHash">,
  purpose: ChallengePurpose,
  more: Partial<Pick<AdminMfaChallengeRow, "sessionHash" | "isEnrolled">> = {},
): Promise<{ token: string; expiresAt: number }> {
  const token = newToken();
  const now = app.clock();
  const expiresAt = now + LIFETIMES_MS[purpose];
  await insertAdminChallenge(app.db, {
    hash: hashToken(token),
    adminId: admin.id,
    purpose,
    passwordEpoch: passwordEpoch(admin),
    sessionHash: null,
    secretSealed: null,
    isEnrolled: 0,
    attempts: 0,
    createdAt: now,
    expiresAt,
    ...more,
  });
  return { token, expiresAt };
}

/** Whose token it is. Check it again with `holdChallenge` in the transaction that acts on it. */
export async function requireChallenge(
  app: Pick<App, "clock" | "db">,
  token: string,
  purpose: ChallengePurpose,
): Promise<AdminMfaChallengeRow> {
  const challenge = await findAdminChallenge(app.db, hashToken(token), app.clock());
  if (challenge?.purpose !== purpose) throw challengeInvalid("unknown, used or expired");
  return challenge;
}

/**
 * Locks the administrator and checks the challenge again: everything that voids one locks the same row. Void is one of
 * another password, and after a change of the factors there is none.
 */
export async function holdChallenge(
  app: Pick<App, "clock" | "db">,
  { adminId, hash }: Pick<AdminMfaChallengeRow, "adminId" | "hash">,
): Promise<HeldChallenge> {
  const admin = await lockAdmin(app.db, { id: adminId });
  const challenge = admin && (await findAdminChallenge(app.db, hash, app.clock()));
  if (!challenge) throw challengeInvalid("used or void meanwhile");
  if (challenge.passwordEpoch !== passwordEpoch(admin)) throw challengeInvalid("of another password");
  if (challenge.attempts >= CHALLENGE_ATTEMPTS) throw challengeInvalid("tried too often");
  return { admin, challenge };
}

/** Counts a wrong code, and returns how many are left. Commit it whatever comes of the call. */
export async function countAttempt(
  app: Pick<App, "db">,
  { hash, attempts }: AdminMfaChallengeRow,
): Promise<string> {
  await updateAdminChallenge(app.db, hash, { attempts: attempts + 1 });
  return String(CHALLENGE_ATTEMPTS - attempts - 1);
}

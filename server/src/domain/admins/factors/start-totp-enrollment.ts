import type { App } from "../../../app.ts";
import { newTotpSecret, toBase32, totpUri } from "../../../crypto/factors/totp.ts";
import { AppError } from "../../../errors.ts";
import { updateAdminChallenge } from "../../../storage/admin-mfa-challenges.ts";
import type { LiveAdminSession } from "../../../storage/admin-sessions.ts";
import { lockAdmin } from "../../../storage/admins.ts";
import type { Admin, AdminMfaChallengeRow, Millis } from "../../../storage/db.ts";
import { transact } from "../../../storage/transact.ts";
import type { Actor } from "../../analytics/record-event.ts";
import { challengeInvalid } from "../../factors/challenge-limits.ts";
import { requireRolesKnown } from "../require-roles-known.ts";
import { holdFactorProof } from "./factor-proof.ts";
import { hasFactor } from "./factors-due.ts";
import { holdChallenge, newMfaChallenge, requireChallenge } from "./mfa-challenge.ts";

type EnrollApp = Pick<App, "baseUrl" | "clock" | "db" | "secretBox">;

/** An authenticator app that is about to be enrolled. The secret is shown to its owner. */
export type TotpEnrollment = Readonly<{ token: string; secret: string; uri: string; expiresAt: Millis }>;

/** Begins to enroll an app with a session, which must also confirm it. */
export async function startTotpEnrollment(
  app: EnrollApp & Pick<App, "upgrade">,
  { id }: Pick<Admin, "id">,
  session: Pick<LiveAdminSession, "hash">,
  by: Actor,
): Promise<TotpEnrollment> {
  // Replicas of 0.1 would not ask for the factor.
  await requireRolesKnown(app);
  return transact(app, async (app) => {
    const admin = await lockAdmin(app.db, { id });
    if (!admin) throw new AppError("ADMIN_UNAUTHENTICATED", "removed meanwhile");
    await holdFactorProof(app, by);
    const { token, expiresAt } = await newMfaChallenge(app, admin, "enroll", { sessionHash: session.hash });
    const challenge = await requireChallenge(app, token, "enroll");
    const secret = await storeSecret(app, challenge);
    return { ...shown(app, admin, secret), token, expiresAt };
  });
}

/** Begins to enroll an app in a login that needs one. The same token gets the same secret again. */
export async function startRequiredEnrollment(app: EnrollApp, token: string): Promise<TotpEnrollment> {
  const found = await requireChallenge(app, token, "enroll");
  return transact(app, async (app) => {
    const { admin, challenge } = await holdLoginEnrollment(app, found);
    const secret = openSecret(app, challenge) ?? (await storeSecret(app, challenge));
    return { ...shown(app, admin, secret), token, expiresAt: challenge.expiresAt };
  });
}

/** The enrollment of a login, if the administrator still has no factor. Otherwise the password alone could replace one. */
export async function holdLoginEnrollment(app: EnrollApp, found: AdminMfaChallengeRow) {
  const held = await holdChallenge(app, found);
  if (held.challenge.sessionHash !== null) throw challengeInvalid("of a session");
  if (await hasFactor(app, held.admin.id)) throw challengeInvalid("the administrator has a factor now");
  return held;
}

/** Undefined before the secret was made. */
export function openSecret(
  { secretBox }: Pick<App, "secretBox">,
  { hash, secretSealed }: AdminMfaChallengeRow,
): Buffer | undefined {
  return secretSealed === null ? undefined : Buffer.from(secretBox.openBytes(secretSealed, placeOf(hash)));
}

async function storeSecret(app: EnrollApp, { hash }: AdminMfaChallengeRow): Promise<Buffer> {
  const secret = newTotpSecret();
  await updateAdminChallenge(app.db, hash, { secretSealed: app.secretBox.seal(secret, placeOf(hash)) });
  return secret;
}

function placeOf(hash: string) {
  return { table: "admin_mfa_challenges", column: "secret_sealed", project: "", row: hash };
}

/** Authenticator apps list the entry by the server's host. */
function shown({ baseUrl }: Pick<App, "baseUrl">, { email }: Pick<Admin, "email">, secret: Buffer) {
  const issuer = `svc ${new URL(baseUrl).host}`;
  return { secret: toBase32(secret), uri: totpUri(secret, { issuer, account: email }) };
}

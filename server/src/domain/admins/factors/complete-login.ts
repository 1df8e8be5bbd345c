import type { App } from "../../../app.ts";
import { hashToken } from "../../../crypto/random-token.ts";
import { AppError, invalidRequest } from "../../../errors.ts";
import { deleteAdminChallenge } from "../../../storage/admin-mfa-challenges.ts";
import { countAdminRecoveryCodes } from "../../../storage/admin-recovery-codes.ts";
import { deleteAdminSession } from "../../../storage/admin-sessions.ts";
import { updateAdminLastLogin } from "../../../storage/admins.ts";
import type { Admin } from "../../../storage/db.ts";
import { transact } from "../../../storage/transact.ts";
import { type Actor, recordEvent } from "../../analytics/record-event.ts";
import { challengeInvalid } from "../../factors/challenge-limits.ts";
import { useChallenge } from "../../passkeys/challenge.ts";
import { RejectedPasskey } from "../../passkeys/rejected-passkey.ts";
import type { Device } from "../../sessions/device.ts";
import { type AdminPasskeyProof, noteAdminPasskeyUse, proveAdminPasskey } from "../admin-passkey-proof.ts";
import { ADMIN_SESSION_MS, openAdminSession } from "../admin-session.ts";
import { recordFailedSignIn } from "../record-failed-sign-in.ts";
import type { SignedInAdmin } from "../sign-in-admin.ts";
import { useTotpCode } from "./admin-totp.ts";
import { countAttempt, type HeldChallenge, holdChallenge, requireChallenge } from "./mfa-challenge.ts";
import { redeemRecoveryCode } from "./recovery-codes.ts";
import { countWrongGuess, holdGuess } from "./wrong-codes.ts";

type LoginApp = Pick<App, "baseUrl" | "clock" | "db" | "newId" | "secretBox">;

/** What completes a login. A `passkey` is the answer of the browser as JSON. */
export type FactorProof = Readonly<{ factor: "totp" | "recovery_code" | "passkey"; value: string }>;

/** With a passkey: what its check found. */
type CheckedProof = FactorProof & Readonly<{ passkey?: AdminPasskeyProof | undefined }>;

type Browser = Readonly<{ device: Device; previousToken: string | undefined }>;

/** Opens the session of a login whose second factor is proven, and ends the browser's previous one, if any. */
export async function completeLogin(
  app: LoginApp,
  token: string,
  proof: FactorProof | undefined,
  device: Device,
  previousToken: string | undefined,
): Promise<SignedInAdmin> {
  const found = await requireChallenge(app, token, "login");
  const checked = proof && { ...proof, passkey: await checkPasskey(app, proof, found.adminId) };
  const outcome = await transact(app, async (app) => {
    // Passkey challenges are locked before administrators.
    const isFresh = !checked?.passkey || (await useChallenge(app, null, ...usedBy(checked.passkey)));
    const held = await holdChallenge(app, found);
    if (!held.challenge.isEnrolled) {
      if (!checked) throw invalidRequest("proof", "is required");
      const { factor } = checked;
      const { id } = held.admin;
      // Nobody guesses the others, and somebody who knows the password could close all ways of its owner.
      const guess = factor === "totp" ? await holdGuess(app, id, factor) : undefined;
      const isRight = isFresh && (await isProven(app, held.admin, checked, device));
      if (!isRight) {
        await countWrongGuess(app, guess ?? (await holdGuess(app, id, factor)));
        return reject(app, held, checked, device);
      }
    }
    return open(app, held, checked, { device, previousToken });
  });
  // Thrown only now: the count of wrong codes has to be committed.
  if (outcome instanceof AppError) throw outcome;
  return outcome;
}

function usedBy({ challenge, facts }: AdminPasskeyProof) {
  return [challenge, facts] as const;
}

/** Undefined for a passkey that is not accepted: the attempt is counted like a wrong code. */
async function checkPasskey(
  app: LoginApp,
  { factor, value }: FactorProof,
  adminId: string,
): Promise<AdminPasskeyProof | undefined> {
  if (factor !== "passkey") return undefined;
  try {
    const proof = await proveAdminPasskey(app, value);
    return proof.passkey.adminId === adminId ? proof : undefined;
  } catch (error) {
    if (error instanceof RejectedPasskey) return undefined;
    throw error;
  }
}

async function isProven(
  app: LoginApp,
  admin: Admin,
  { factor, value, passkey }: CheckedProof,
  device: Device,
): Promise<boolean> {
  if (factor === "totp") return useTotpCode(app, admin.id, value);
  if (factor === "recovery_code") return redeemRecoveryCode(app, admin.id, value);
  if (!passkey) return false;
  await noteAdminPasskeyUse(app, passkey, actorOf(admin, device));
  return true;
}

async function reject(
  app: LoginApp,
  { admin, challenge }: HeldChallenge,
  { factor }: CheckedProof,
  device: Device,
): Promise<AppError> {
  const attemptsLeft = await countAttempt(app, challenge);
  await recordFailedSignIn(app, admin, device, factor);
  const reason = factor === "passkey" ? "PASSKEY_INVALID" : "MFA_CODE_INVALID";
  return new AppError(reason, "", { attempts_left: attemptsLeft });
}

async function open(
  app: LoginApp,
  { admin: { id }, challenge }: HeldChallenge,
  proof: CheckedProof | undefined,
  { device, previousToken }: Browser,
): Promise<SignedInAdmin> {
  await deleteAdminChallenge(app.db, challenge.hash);
  const now = app.clock();
  const admin = await updateAdminLastLogin(app.db, id, now);
  if (!admin) throw challengeInvalid("the administrator was removed meanwhile");
  if (previousToken !== undefined) await deleteAdminSession(app.db, hashToken(previousToken));
  const passkeyId = proof?.passkey?.passkey.id ?? null;
  const session = await openAdminSession(app, admin, device, { passkeyId, factorProvenAt: now });
  const by = actorOf(admin, device);
  if (proof?.factor === "recovery_code" && !challenge.isEnrolled) {
    const data = { adminId: id, left: await countAdminRecoveryCodes(app.db, id) };
    await recordEvent(app, { kind: "admin.recovery_code_used", projectId: null, by, data });
  }
  const data = { adminId: id, factor: challenge.isEnrolled ? "totp" : (proof?.factor ?? "totp") };
  await recordEvent(app, { kind: "admin.logged_in", projectId: null, by, data });
  return { admin, token: session, endsAt: now + ADMIN_SESSION_MS };
}

function actorOf({ email }: Pick<Admin, "email">, { ip, userAgent }: Device): Actor {
  return { actor: `admin:${email}`, ip, userAgent };
}

import type { App } from "../../app.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import { type LiveAdminSession, proveAdminSession } from "../../storage/admin-sessions.ts";
import { holdAdmin, lockAdmin, updateAdminIfUnchanged } from "../../storage/admins.ts";
import type { Admin, Millis } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { RejectedPasskey } from "../passkeys/rejected-passkey.ts";
import { noteAdminPasskeyUse, proveAdminPasskey, useProof } from "./admin-passkey-proof.ts";
import { useTotpCode } from "./factors/admin-totp.ts";
import { factorsDue } from "./factors/factors-due.ts";
import { countWrongGuess, holdGuess } from "./factors/wrong-codes.ts";
import { recentUntil } from "./recent-sign-in.ts";

type ReauthenticateApp = Pick<App, "baseUrl" | "clock" | "db" | "newId" | "passwords" | "secretBox">;
type Caller = Readonly<{ admin: Admin; session: LiveAdminSession; by: Actor }>;

/** What was proven. A password has no name here: the events of before had none. */
type Method = "passkey" | "totp" | undefined;

/**
 * Verifies the password, a passkey or a code of the authenticator app again for a session. Returns until when that counts
 * as a recent sign-in. Where a factor is due and the administrator has one, the password is not enough.
 */
export async function reauthenticate(
  app: ReauthenticateApp,
  admin: Admin,
  session: LiveAdminSession,
  typed: { password: string; credentialJson: string; totpCode: string },
  by: Actor,
): Promise<Millis> {
  const { password, credentialJson, totpCode } = typed;
  const caller = { admin, session, by };
  if (credentialJson !== "" && password !== "")
    throw invalidRequest("credential_json", "cannot be set together with password");
  if (totpCode !== "" && (password !== "" || credentialJson !== ""))
    throw invalidRequest("totp_code", "cannot be set together with another proof");
  if (totpCode !== "") return withTotp(app, caller, totpCode);
  return credentialJson === ""
    ? withPassword(app, caller, password)
    : withPasskey(app, caller, credentialJson);
}

async function withTotp(app: ReauthenticateApp, caller: Caller, code: string): Promise<Millis> {
  const { id } = caller.admin;
  const until = await transact(app, async (app) => {
    if (!(await lockAdmin(app.db, { id }))) throw new AppError("ADMIN_UNAUTHENTICATED", "removed meanwhile");
    const guess = await holdGuess(app, id, "totp");
    if (await useTotpCode(app, id, code)) return renew(app, caller, "totp");
    await countWrongGuess(app, guess);
    await record(app, "admin.reauthentication_failed", caller, "totp");
    return undefined;
  });
  // Thrown only now: the count of wrong codes has to be committed.
  if (until === undefined) throw new AppError("MFA_CODE_INVALID");
  return until;
}

async function withPassword(app: ReauthenticateApp, caller: Caller, password: string): Promise<Millis> {
  const { passwordHash } = caller.admin;
  const isRight = await app.passwords.verify(passwordHash, password);
  if (!isRight) {
    await record(app, "admin.reauthentication_failed", caller);
    throw new AppError("INVALID_CREDENTIALS");
  }
  return transact(app, async (app) => {
    // Changes nothing. It fails if the hash is no longer the one that was verified.
    const proven = await updateAdminIfUnchanged(app.db, caller.admin, { passwordHash });
    if (!proven) throw new AppError("INVALID_CREDENTIALS", "removed or given a new password meanwhile");
    // Otherwise a stolen session and the password would make a token or an invitation that outlives them.
    const due = await factorsDue(app, caller.admin.id);
    if (due !== undefined && due.length > 0) {
      throw new AppError("REAUTHENTICATION_REQUIRED", "", { proof: "factor" });
    }
    return renew(app, caller);
  });
}

async function withPasskey(app: ReauthenticateApp, caller: Caller, credentialJson: string): Promise<Millis> {
  const { admin, by } = caller;
  try {
    const proof = await proveAdminPasskey(app, credentialJson);
    if (proof.passkey.adminId !== admin.id) throw new RejectedPasskey("of another administrator");
    return await transact(app, async (app) => {
      await useProof(app, proof);
      if (!(await holdAdmin(app.db, admin.id))) throw new RejectedPasskey("removed meanwhile");
      await noteAdminPasskeyUse(app, proof, by);
      return renew(app, caller, "passkey");
    });
  } catch (error) {
    if (error instanceof RejectedPasskey) {
      await record(app, "admin.reauthentication_failed", caller, "passkey");
    }
    throw error;
  }
}

async function renew(
  app: Pick<App, "clock" | "db" | "newId">,
  caller: Caller,
  method?: Method,
): Promise<Millis> {
  const held = await proveAdminSession(app.db, caller.session.hash, app.clock(), method !== undefined);
  if (!held) throw new AppError("ADMIN_UNAUTHENTICATED", "the session has ended meanwhile");
  await record(app, "admin.reauthenticated", caller, method);
  return recentUntil(held);
}

function record(
  app: Pick<App, "clock" | "db" | "newId">,
  kind: "admin.reauthenticated" | "admin.reauthentication_failed",
  { admin, session, by }: Caller,
  method?: Method,
): Promise<void> {
  const data = { adminId: admin.id, sessionId: session.id, ...(method && { method }) };
  return recordEvent(app, { kind, projectId: null, by, data });
}

import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { deleteAdminSession } from "../../storage/admin-sessions.ts";
import { findAdmin, updateAdminLastLogin } from "../../storage/admins.ts";
import { transact } from "../../storage/transact.ts";
import { recordEvent } from "../analytics/record-event.ts";
import { RejectedPasskey } from "../passkeys/rejected-passkey.ts";
import type { Device } from "../sessions/device.ts";
import {
  type AdminPasskeyProof,
  noteAdminPasskeyUse,
  proveAdminPasskey,
  useProof,
} from "./admin-passkey-proof.ts";
import { ADMIN_SESSION_MS, openAdminSession } from "./admin-session.ts";
import { recordFailedSignIn } from "./record-failed-sign-in.ts";
import type { SignedInAdmin } from "./sign-in-admin.ts";

/** Opens a new session with a passkey and ends the browser's previous one, if any. */
export async function signInAdminWithPasskey(
  app: Pick<App, "baseUrl" | "clock" | "db" | "newId" | "secretBox">,
  credentialJson: string,
  device: Device,
  previousToken: string | undefined,
): Promise<SignedInAdmin> {
  try {
    const proof = await proveAdminPasskey(app, credentialJson);
    return await transact(app, (app) => open(app, proof, device, previousToken));
  } catch (error) {
    if (error instanceof RejectedPasskey) {
      const admin = error.userId === undefined ? undefined : await findAdmin(app.db, error.userId);
      await recordFailedSignIn(app, admin, device, "passkey");
    }
    throw error;
  }
}

async function open(
  app: Pick<App, "clock" | "db" | "newId">,
  proof: AdminPasskeyProof,
  device: Device,
  previousToken: string | undefined,
): Promise<SignedInAdmin> {
  await useProof(app, proof);
  const now = app.clock();
  const admin = await updateAdminLastLogin(app.db, proof.passkey.adminId, now);
  if (!admin) throw new RejectedPasskey("the administrator was removed meanwhile");
  const by = { actor: `admin:${admin.email}`, ip: device.ip, userAgent: device.userAgent };
  await noteAdminPasskeyUse(app, proof, by);
  // After the passkey: a call that proves the session again locks it first.
  if (previousToken !== undefined) await deleteAdminSession(app.db, hashToken(previousToken));
  // A passkey is both factors.
  const proven = { passkeyId: proof.passkey.id, factorProvenAt: now };
  const token = await openAdminSession(app, admin, device, proven);
  const data = { adminId: admin.id, method: "passkey" };
  await recordEvent(app, { kind: "admin.logged_in", projectId: null, by, data });
  return { admin, token, endsAt: now + ADMIN_SESSION_MS };
}

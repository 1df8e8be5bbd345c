import type { App } from "../../app.ts";
import { readAssertion } from "../../crypto/webauthn/assertion.ts";
import { invalidRequest } from "../../errors.ts";
import { findAdminPasskey, lockAdminPasskey, updateAdminPasskey } from "../../storage/admin-passkeys.ts";
import type { AdminPasskeyRow } from "../../storage/db.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { requestOptions } from "../passkeys/ceremony-options.ts";
import { newChallenge, useChallenge } from "../passkeys/challenge.ts";
import { checkProof, counterWentBack, type PasskeyProof } from "../passkeys/check-proof.ts";
import { RejectedPasskey, rejecting } from "../passkeys/rejected-passkey.ts";
import { requireAdminPasskeys } from "./admin-passkey-domain.ts";

/** A passkey of an administrator whose owner has signed a challenge. */
export type AdminPasskeyProof = PasskeyProof & Readonly<{ passkey: AdminPasskeyRow }>;

/** The options for `get`, as JSON, to sign in or to prove a session again. Stores nothing. */
export function startAdminPasskeyProof(app: Pick<App, "baseUrl" | "clock" | "secretBox">): string {
  const { ownersId, rpId } = requireAdminPasskeys(app);
  return requestOptions({ rpId, challenge: newChallenge(app, ownersId, "sign_in", "", "") });
}

/** Checks what the browser answered to `get`. */
export async function proveAdminPasskey(
  app: Pick<App, "baseUrl" | "clock" | "db" | "secretBox">,
  credentialJson: string,
): Promise<AdminPasskeyProof> {
  const owners = requireAdminPasskeys(app);
  if (credentialJson === "") throw invalidRequest("credential_json", "is required");
  const assertion = rejecting(() => readAssertion(credentialJson));
  const passkey = await findAdminPasskey(app.db, assertion.credentialId.toString("base64url"));
  if (!passkey) throw new RejectedPasskey("unknown");
  return { passkey, ...(await checkProof(app, owners, assertion, passkey, passkey.adminId)) };
}

/** Uses up the challenge of a proof. Call it first in the transaction that the proof allows. */
export async function useProof(
  app: Pick<App, "db">,
  { passkey, challenge, facts }: AdminPasskeyProof,
): Promise<void> {
  if (await useChallenge(app, null, challenge, facts)) return;
  throw new RejectedPasskey("the challenge was answered before, or is older than a restore", passkey.adminId);
}

/**
 * Locks the passkey, which may have been removed meanwhile, and stores what the authenticator said. Call it after locking
 * the administrator: another order could deadlock with a removal.
 */
export async function noteAdminPasskeyUse(
  app: Pick<App, "clock" | "db" | "newId">,
  { passkey, state: { signCount, backupState } }: AdminPasskeyProof,
  by: Actor,
): Promise<void> {
  const before = await lockAdminPasskey(app.db, passkey);
  if (!before) throw new RejectedPasskey("removed meanwhile", passkey.adminId);
  const changes = { signCount, backedUp: backupState ? 1 : 0, lastUsedAt: app.clock() };
  await updateAdminPasskey(app.db, passkey, changes);
  if (!counterWentBack(before, signCount)) return;
  const data = { adminId: passkey.adminId, passkeyId: passkey.id };
  await recordEvent(app, { kind: "admin.passkey_counter_went_back", projectId: null, by, data });
}

import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import { insertAdminPasskey, listAdminPasskeys } from "../../storage/admin-passkeys.ts";
import type { LiveAdminSession } from "../../storage/admin-sessions.ts";
import { lockAdmin } from "../../storage/admins.ts";
import type { Admin, AdminPasskeyRow } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { creationOptions } from "../passkeys/ceremony-options.ts";
import { newChallenge, useChallenge } from "../passkeys/challenge.ts";
import { type ReadCredential, readCredential } from "../passkeys/read-credential.ts";
import { RejectedPasskey } from "../passkeys/rejected-passkey.ts";
import { userHandleOf } from "../passkeys/user-handle.ts";
import { requireAdminPasskeys } from "./admin-passkey-domain.ts";
import { holdFactorProof, requireFactorProof } from "./factors/factor-proof.ts";

const MAX_PASSKEYS = 10;
/** How authenticators show where the passkey belongs. */
const CONSOLE = "svc console";

type AddApp = Pick<App, "baseUrl" | "clock" | "db" | "newId" | "secretBox">;

/** The options for `create`, as JSON. Stores nothing. */
export async function startPasskeyAddition(
  app: Pick<App, "baseUrl" | "clock" | "db" | "secretBox">,
  admin: Pick<Admin, "id" | "email">,
  session: Pick<LiveAdminSession, "factorProvenAt">,
): Promise<string> {
  const { ownersId, rpId } = requireAdminPasskeys(app);
  await requireFactorProof(app, admin.id, session);
  const passkeys = await listAdminPasskeys(app.db, admin.id);
  if (passkeys.length >= MAX_PASSKEYS) throw new AppError("TOO_MANY_PASSKEYS");
  return creationOptions({
    rp: { id: rpId, name: CONSOLE },
    challenge: newChallenge(app, ownersId, "link", admin.id, ""),
    userHandle: handleOf(app, admin, passkeys),
    email: admin.email,
    displayName: "",
    exclude: passkeys.filter((passkey) => passkey.rpId === rpId),
  });
}

/** Adds the passkey that the browser has made. */
export async function addOwnPasskey(
  app: AddApp,
  admin: Pick<Admin, "id">,
  { credentialJson, name }: { credentialJson: string; name: string },
  by: Actor,
): Promise<AdminPasskeyRow> {
  const input = { credentialJson, name, nameField: "name" };
  const owners = requireAdminPasskeys(app);
  const read = readCredential(app, owners, { purpose: "link", context: "" }, input);
  if (read.facts.userId !== admin.id) throw new RejectedPasskey("the challenge is of another administrator");
  return transact(app, (app) => add(app, admin, read, by));
}

async function add(
  app: AddApp,
  admin: Pick<Admin, "id">,
  { row, challenge, facts }: ReadCredential,
  by: Actor,
): Promise<AdminPasskeyRow> {
  if (!(await useChallenge(app, null, challenge, facts))) {
    throw new RejectedPasskey("the challenge was answered before, or is older than a restore");
  }
  // Of two concurrent additions, the second counts what the first has added.
  await lockAdmin(app.db, admin);
  await holdFactorProof(app, by);
  const passkeys = await listAdminPasskeys(app.db, admin.id);
  if (passkeys.length >= MAX_PASSKEYS) throw new AppError("TOO_MANY_PASSKEYS");
  const passkey = { ...row, adminId: admin.id, userHandle: handleOf(app, admin, passkeys) };
  const isNew = await insertAdminPasskey(app.db, passkey);
  if (!isNew) throw new AppError("PASSKEY_ALREADY_EXISTS", "another passkey has this credential id");
  const data = { adminId: admin.id, passkeyId: passkey.id, name: passkey.name };
  await recordEvent(app, { kind: "admin.passkey_added", projectId: null, by, data });
  return passkey;
}

function handleOf(
  app: Pick<App, "baseUrl" | "secretBox">,
  { id: userId }: Pick<Admin, "id">,
  passkeys: readonly AdminPasskeyRow[],
): string {
  const { ownersId: projectId, rpId } = requireAdminPasskeys(app);
  return userHandleOf(app, { projectId, userId, rpId }, passkeys);
}

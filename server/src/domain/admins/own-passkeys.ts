import type { App } from "../../app.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import { deleteAdminPasskey, listAdminPasskeys, updateAdminPasskey } from "../../storage/admin-passkeys.ts";
import { deleteAdminSessionsOfPasskey, type LiveAdminSession } from "../../storage/admin-sessions.ts";
import { lockAdmin } from "../../storage/admins.ts";
import type { Admin, AdminPasskeyRow } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { readPasskeyName } from "../passkeys/passkey-name.ts";
import { adminRpId } from "./admin-passkey-domain.ts";
import { holdFactorProof } from "./factors/factor-proof.ts";

type OwnPasskeys = Readonly<{
  passkeys: readonly AdminPasskeyRow[];
  /** Empty when administrators cannot have passkeys. */
  rpId: string;
  /** Empty when no passkey belongs to the host of the base URL. */
  userHandle: string;
}>;

/** The newest first. Those of another host are listed, too: they can be removed. */
export async function listOwnPasskeys(
  app: Pick<App, "baseUrl" | "db">,
  admin: Pick<Admin, "id">,
): Promise<OwnPasskeys> {
  const rpId = adminRpId(app) ?? "";
  const passkeys = await listAdminPasskeys(app.db, admin.id);
  const userHandle = passkeys.find((passkey) => passkey.rpId === rpId)?.userHandle ?? "";
  return { passkeys, rpId, userHandle };
}

export async function renameOwnPasskey(
  app: Pick<App, "db">,
  admin: Pick<Admin, "id">,
  { passkeyId: id, name: typed }: { passkeyId: string; name: string },
): Promise<AdminPasskeyRow> {
  const name = readPasskeyName(typed, "name");
  if (name === "") throw invalidRequest("name", "is required");
  const renamed = await updateAdminPasskey(app.db, { adminId: admin.id, id }, { name });
  if (!renamed) throw noSuchPasskey();
  return renamed;
}

/** Also ends the administrator's other sessions that were opened with the passkey. */
export async function removeOwnPasskey(
  app: Pick<App, "baseUrl" | "clock" | "db" | "newId">,
  admin: Pick<Admin, "id">,
  session: Pick<LiveAdminSession, "hash">,
  id: string,
  by: Actor,
): Promise<void> {
  await transact(app, async (app) => {
    // Locked first: a sign-in with the passkey has opened its session by then, or finds the passkey gone.
    await lockAdmin(app.db, admin);
    await holdFactorProof(app, by);
    const removed = await deleteAdminPasskey(app.db, { adminId: admin.id, id });
    if (!removed) throw noSuchPasskey();
    await deleteAdminSessionsOfPasskey(app.db, admin.id, id, session.hash);
    const data = { adminId: admin.id, passkeyId: id, name: removed.name };
    await recordEvent(app, { kind: "admin.passkey_removed", projectId: null, by, data });
  });
}

function noSuchPasskey(): AppError {
  return new AppError("NOT_FOUND", "no such passkey", { resource: "admin_passkey" });
}

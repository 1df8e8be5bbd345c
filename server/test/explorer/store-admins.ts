import type { App } from "../../src/app.ts";
import { newApiKey } from "../../src/crypto/api-keys.ts";
import { hashToken } from "../../src/crypto/random-token.ts";
import { startPasskeyAddition } from "../../src/domain/admins/add-own-passkey.ts";
import { requireAdminPasskeys } from "../../src/domain/admins/admin-passkey-domain.ts";
import { readCredential } from "../../src/domain/passkeys/read-credential.ts";
import { insertAdminPasskey } from "../../src/storage/admin-passkeys.ts";
import type { Db } from "../../src/storage/db.ts";
import { fastHash } from "./fast-hasher.ts";
import { queuedMail } from "./queued-mails.ts";
import type { World, WorldParts } from "./world.ts";

const DAY_MS = 86_400_000;

/** Of the administrator's session. */
export const SESSION_ID = "explored";

/** The administrator whom both calls are about, a colleague, and an invitation. */
export async function storeAdmins(app: App, { admin }: World, { dueMails }: WorldParts): Promise<void> {
  const { db } = app;
  await deleteOthers(db);
  const now = app.clock();
  const { colleague, invite } = admin;
  const people = [
    { id: admin.id, email: admin.email },
    { id: colleague.id, email: colleague.email },
  ];
  const times = { createdAt: now, updatedAt: now, lastLoginAt: null };
  const passwordHash = fastHash(admin.password);
  await db
    .insertInto("admins")
    .values(people.map((one) => ({ ...one, passwordHash, ...times })))
    .execute();
  await storeAdminPasskey(app, admin);
  const token = newApiKey("svc_pat_");
  const session = {
    createdAt: now,
    lastUsedAt: now,
    endsAt: now + DAY_MS,
    provenAt: now,
    ip: "",
    userAgent: "",
  };
  await db
    .insertInto("adminSessions")
    .values([
      { hash: hashToken(admin.sessionToken), id: SESSION_ID, adminId: admin.id, ...session },
      { hash: hashToken(colleague.sessionToken), id: "colleague", adminId: colleague.id, ...session },
    ])
    .execute();
  await db
    .insertInto("personalAccessTokens")
    .values({
      hash: hashToken(token),
      last4: token.slice(-4),
      id: admin.tokenId,
      adminId: admin.id,
      parentId: null,
      name: "explored",
      createdAt: now,
      expiresAt: null,
      revokedAt: null,
      lastUsedAt: null,
    })
    .execute();
  const expiresAt = now + DAY_MS;
  await db
    .insertInto("adminInvites")
    .values({
      id: invite.id,
      email: invite.email,
      hash: hashToken(invite.link),
      invitedBy: admin.email,
      createdAt: now,
      expiresAt,
    })
    .execute();
  await db
    .insertInto("outbox")
    .values({ ...queuedMail(app, "invite_admin", dueMails), recipient: invite.email })
    .execute();
}

/** A passkey that the administrator's device has, too. */
async function storeAdminPasskey(app: App, admin: World["admin"]): Promise<void> {
  const origin = app.baseUrl;
  const options = await startPasskeyAddition(app, admin, { factorProvenAt: null });
  const credentialJson = admin.device.create(options, { origin });
  const ceremony = { purpose: "link", context: "" } as const;
  const { row } = readCredential(app, requireAdminPasskeys(app), ceremony, {
    credentialJson,
    name: "",
    nameField: "name",
  });
  const userHandle = JSON.parse(options).user.id as string;
  await insertAdminPasskey(app.db, { ...row, id: admin.passkeyId, adminId: admin.id, userHandle });
}

/** Administrators belong to no project: those of earlier schedules would be found, too. */
async function deleteOthers(db: Db): Promise<void> {
  await db.deleteFrom("adminInvites").execute();
  await db.deleteFrom("admins").execute();
}

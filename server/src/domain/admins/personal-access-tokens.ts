import type { App } from "../../app.ts";
import { newApiKey } from "../../crypto/api-keys.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import {
  findPersonalAccessTokens,
  insertPersonalAccessToken,
  revokePersonalAccessTokenRow,
} from "../../storage/admins.ts";
import type { Admin, PersonalAccessToken } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { type Actor, recordEvent, systemActor } from "../analytics/record-event.ts";

const dayMs = 86_400_000;
const maxDays = 36_500;
const maxNameLength = 100;

/** The token itself is in this answer and nowhere else: only its SHA-256 is stored. */
export async function createPersonalAccessToken(
  app: Pick<App, "clock" | "db" | "newId">,
  admin: Pick<Admin, "id">,
  input: { name: string; expiresInDays: number },
  by: Actor = systemActor,
): Promise<{ token: string; row: PersonalAccessToken }> {
  const name = checkName(input.name);
  const { expiresInDays } = input;
  if (!Number.isInteger(expiresInDays) || expiresInDays < 0 || expiresInDays > maxDays) {
    throw invalidRequest("expires_in_days", `is not a whole number from 0 to ${maxDays}`);
  }
  const token = newApiKey("svc_pat_");
  const row = await transact(app, async (app) => {
    const now = app.clock();
    const row = await insertPersonalAccessToken(app.db, {
      id: app.newId(),
      adminId: admin.id,
      name,
      hash: hashToken(token),
      last4: token.slice(-4),
      createdAt: now,
      expiresAt: expiresInDays === 0 ? null : now + expiresInDays * dayMs,
      revokedAt: null,
      lastUsedAt: null,
    });
    const data = { adminId: admin.id, tokenId: row.id, name };
    await recordEvent(app, { kind: "admin.token_created", projectId: null, by, data });
    return row;
  });
  return { token, row };
}

/** Newest first; revoked ones are gone from the list, expired ones are not. */
export async function listPersonalAccessTokens(
  app: Pick<App, "db">,
  admin: Pick<Admin, "id">,
): Promise<PersonalAccessToken[]> {
  return findPersonalAccessTokens(app.db, admin.id);
}

export async function revokePersonalAccessToken(
  app: Pick<App, "clock" | "db" | "newId">,
  admin: Pick<Admin, "id">,
  id: string,
  by: Actor = systemActor,
): Promise<PersonalAccessToken> {
  return transact(app, async (app) => {
    const row = await revokePersonalAccessTokenRow(app.db, admin.id, id, app.clock());
    if (!row) throw new AppError("NOT_FOUND", "no such token", { resource: "personal_access_token" });
    const data = { adminId: admin.id, tokenId: id, name: row.name };
    await recordEvent(app, { kind: "admin.token_revoked", projectId: null, by, data });
    return row;
  });
}

function checkName(typed: string): string {
  const name = typed.trim();
  if (name === "" || name.length > maxNameLength || /[\p{Cc}\p{Cf}]/u.test(name)) {
    throw invalidRequest("name", `is not a label of 1 to ${maxNameLength} printable characters`);
  }
  return name;
}

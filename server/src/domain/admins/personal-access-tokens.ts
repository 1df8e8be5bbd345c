import type { App } from "../../app.ts";
import { newApiKey } from "../../crypto/api-keys.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import { lockAdmin } from "../../storage/admins.ts";
import type { Admin, PersonalAccessToken } from "../../storage/db.ts";
import {
  findPersonalAccessTokens,
  insertPersonalAccessToken,
  revokePersonalAccessTokenRow,
  revokePersonalAccessTokenTree,
} from "../../storage/personal-access-tokens.ts";
import { listProjectSlugs } from "../../storage/projects.ts";
import { transact } from "../../storage/transact.ts";
import { type Actor, recordEvent, systemActor } from "../analytics/record-event.ts";
import { holdRecentSignIn } from "./recent-sign-in.ts";
import { requireRolesKnown } from "./require-roles-known.ts";
import { expiryOf, type RequestedExpiry, requireExpiry } from "./token-expiry.ts";
import {
  type RequestedLimits,
  readTokenLimits,
  requireTokenLimits,
  writeTokenLimits,
} from "./token-limits.ts";

const maxNameLength = 100;

/** With its limits as people read them. */
export type TokenWithProjects = PersonalAccessToken &
  Readonly<{
    /** Slugs of the projects that it is limited to; undefined for all. */
    projects: readonly string[] | undefined;
    isReadOnly: boolean;
  }>;

type TokenApp = Pick<App, "clock" | "db" | "newId">;
type CreateApp = TokenApp & Pick<App, "upgrade">;

/**
 * Creates a token, of which only the SHA-256 is stored. A token that is created with another token has that one as its
 * parent, and both belong to the same administrator.
 */
export async function createPersonalAccessToken(
  app: CreateApp,
  admin: Pick<Admin, "id">,
  input: { name: string } & RequestedExpiry & RequestedLimits,
  by: Actor = systemActor,
): Promise<{ token: string; row: TokenWithProjects }> {
  const name = checkName(input.name);
  requireExpiry(input);
  if (by.credential && by.credential.adminId !== admin.id) {
    throw new AppError("ADMIN_UNAUTHENTICATED", "a token for another administrator");
  }
  const limits = writeTokenLimits(await requireTokenLimits(app, input, by.credential?.rights));
  if (limits !== null) await requireRolesKnown(app);
  const token = newApiKey("svc_pat_");
  const row = await transact(app, async (app) => {
    const parent = await holdRecentSignIn(app, by);
    const now = app.clock();
    const row = await insertPersonalAccessToken(app.db, {
      id: app.newId(),
      adminId: admin.id,
      parentId: parent?.id ?? null,
      name,
      hash: hashToken(token),
      last4: token.slice(-4),
      createdAt: now,
      expiresAt: expiryOf(input, parent, now),
      revokedAt: null,
      lastUsedAt: null,
      limits,
    });
    const data = {
      adminId: admin.id,
      tokenId: row.id,
      name,
      parentId: row.parentId,
      limits,
    };
    await recordEvent(app, { kind: "admin.token_created", projectId: null, by, data });
    return row;
  });
  return { token, row: await withProjects(app, row) };
}

/** Newest first, without revoked tokens but with expired ones. */
export async function listPersonalAccessTokens(
  app: Pick<App, "db">,
  admin: Pick<Admin, "id">,
): Promise<TokenWithProjects[]> {
  const tokens: TokenWithProjects[] = [];
  for (const token of await findPersonalAccessTokens(app.db, admin.id)) {
    tokens.push(await withProjects(app, token));
  }
  return tokens;
}

async function withProjects(app: Pick<App, "db">, token: PersonalAccessToken): Promise<TokenWithProjects> {
  const { projectIds, isReadOnly = false } = readTokenLimits(token.limits) ?? {};
  const projects = projectIds && [...(await listProjectSlugs(app.db, projectIds)).values()].sort();
  return { ...token, projects, isReadOnly };
}

/** Tokens that were created with this one stay valid. */
export async function revokePersonalAccessToken(
  app: TokenApp,
  admin: Pick<Admin, "id">,
  id: string,
  by: Actor = systemActor,
): Promise<PersonalAccessToken> {
  return transact(app, async (app) => {
    const row = await revokePersonalAccessTokenRow(app.db, admin.id, id, app.clock());
    if (!row) throw tokenNotFoundError();
    const data = { adminId: admin.id, tokenId: id, name: row.name };
    await recordEvent(app, { kind: "admin.token_revoked", projectId: null, by, data });
    return row;
  });
}

/**
 * Revokes the token and all its descendants, even if the token itself is already revoked. Returns the tokens that were
 * revoked by this call.
 */
export async function revokeTokenWithChildren(
  app: TokenApp,
  admin: Pick<Admin, "id">,
  id: string,
  by: Actor = systemActor,
): Promise<PersonalAccessToken[]> {
  return transact(app, async (app) => {
    // Creating a token locks this row too, so that none can be added to the tree meanwhile.
    if (!(await lockAdmin(app.db, { id: admin.id }))) throw tokenNotFoundError();
    const rows = await revokePersonalAccessTokenTree(app.db, admin.id, id, app.clock());
    if (rows.length === 0) throw tokenNotFoundError();
    const itself = rows.find((row) => row.id === id);
    const children = rows.length - (itself ? 1 : 0);
    const data = { adminId: admin.id, tokenId: id, name: itself?.name ?? null, children };
    await recordEvent(app, { kind: "admin.token_revoked", projectId: null, by, data });
    return rows;
  });
}

function tokenNotFoundError(): AppError {
  return new AppError("NOT_FOUND", "no such token", { resource: "personal_access_token" });
}

function checkName(typed: string): string {
  const name = typed.trim();
  if (name === "" || name.length > maxNameLength || /[\p{Cc}\p{Cf}]/u.test(name)) {
    throw invalidRequest("name", `must be 1 to ${maxNameLength} printable characters`);
  }
  return name;
}

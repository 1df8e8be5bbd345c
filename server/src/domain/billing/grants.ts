import type { App } from "../../app.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import type { EntitlementGrantRow, Millis } from "../../storage/db.ts";
import { findGrant, insertGrant, revokeGrant } from "../../storage/entitlement-grants.ts";
import { transact } from "../../storage/transact.ts";
import { keepUser } from "../../storage/users.ts";
import { recordEvent } from "../analytics/record-event.ts";
import { requireUser, type UserScope, userNotFoundError } from "../users/scope.ts";

type GrantApp = Pick<App, "clock" | "db" | "newId">;

const MAX_REASON = 200;

export type GrantInput = {
  userId: string;
  entitlementId: string;
  expiresAt: Millis | undefined;
  reason: string;
};

/** Gives a user an entitlement of the catalog without a purchase. */
export async function grantEntitlement(
  app: GrantApp,
  scope: UserScope,
  { userId, entitlementId, expiresAt, reason }: GrantInput,
): Promise<EntitlementGrantRow> {
  const { project, by } = scope;
  const isSold = project.settings.billing.entitlements.some(({ id }) => id === entitlementId);
  if (!isSold) throw invalidRequest("entitlement_id", "is not in the catalog");
  if (reason.length > MAX_REASON)
    throw invalidRequest("reason", `must have at most ${MAX_REASON} characters`);
  if (expiresAt !== undefined && expiresAt <= app.clock())
    throw invalidRequest("expires_at", "is in the past");
  const user = await requireUser(app, scope, userId);
  const grant: EntitlementGrantRow = {
    id: app.newId(),
    projectId: project.id,
    userId: user.id,
    entitlementId,
    expiresAt: expiresAt ?? null,
    reason,
    grantedBy: by.actor,
    createdAt: app.clock(),
    revokedAt: null,
  };
  return transact(app, async (app) => {
    if (!(await keepUser(app.db, project.id, user.id))) throw await userNotFoundError(app, scope, userId);
    await insertGrant(app.db, grant);
    await recordGrantEvent(app, scope, grant, "granted");
    return grant;
  });
}

/** OK also when it was taken back before. */
export function revokeEntitlementGrant(app: GrantApp, scope: UserScope, id: string): Promise<void> {
  return transact(app, async (app) => {
    const grant = await revokeGrant(app.db, scope.project.id, id, app.clock());
    if (grant) return recordGrantEvent(app, scope, grant, "grant_revoked");
    if (await findGrant(app.db, scope.project.id, id)) return;
    throw new AppError("NOT_FOUND", `grant ${id}`, { resource: "entitlement_grant" });
  });
}

/** What an administrator does stands in the audit log, too. */
async function recordGrantEvent(
  app: GrantApp,
  { by }: UserScope,
  { id, projectId, userId, entitlementId }: EntitlementGrantRow,
  what: "granted" | "grant_revoked",
): Promise<void> {
  const about = { projectId, userId, by, data: { grant_id: id, entitlement_id: entitlementId } };
  await recordEvent(app, { kind: `entitlement.${what}`, ...about });
  if (by.actor.startsWith("admin:")) {
    await recordEvent(app, { kind: `admin.entitlement_${what}`, ...about });
  }
}

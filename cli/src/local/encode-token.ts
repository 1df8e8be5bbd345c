import type { PersonalAccessTokenJson } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import type { TokenWithProjects } from "@svc/server/admins";

/** A token as the server describes it: everything but the token itself. */
export function encodeToken(row: TokenWithProjects): PersonalAccessTokenJson {
  return {
    id: row.id,
    name: row.name,
    createdAt: toTime(row.createdAt),
    ...(row.expiresAt !== null && { expiresAt: toTime(row.expiresAt) }),
    ...(row.lastUsedAt !== null && { lastUsedAt: toTime(row.lastUsedAt) }),
    parentId: row.parentId ?? "",
    lastFour: row.last4,
    limitedToProjects: row.projects !== undefined,
    projects: [...(row.projects ?? [])],
    readOnly: row.isReadOnly,
  };
}

/** As protobuf's JSON writes it: without a fraction that is zero. */
function toTime(at: number): string {
  return new Date(at).toISOString().replace(".000Z", "Z");
}

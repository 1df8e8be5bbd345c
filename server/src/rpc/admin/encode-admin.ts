import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Timestamp, timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { AdminInviteSchema, PersonalAccessTokenSchema } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { AdminRole, type AdminRoleGrantSchema, type AdminSchema } from "@svc/proto/svc/admin/v1/admin_pb";
import type { AdminPasskeySchema, AdminSessionSchema } from "@svc/proto/svc/admin/v1/session_pb";
import type { InviteWithRoles } from "../../domain/admins/list-admins.ts";
import type { TokenWithProjects } from "../../domain/admins/personal-access-tokens.ts";
import type { Role } from "../../domain/admins/rights.ts";
import type { NamedRoleGrant } from "../../domain/admins/role-grants.ts";
import type { Admin, AdminPasskeyRow, AdminSession, Millis } from "../../storage/db.ts";

const ROLES = {
  owner: AdminRole.OWNER,
  administrator: AdminRole.ADMINISTRATOR,
  support: AdminRole.SUPPORT,
  viewer: AdminRole.VIEWER,
} as const satisfies Record<Role, AdminRole>;

/** Undefined for a role that is not given or not known. */
export function decodeRole(role: AdminRole): Role | "none" | undefined {
  if (role === AdminRole.NONE) return "none";
  return (Object.keys(ROLES) as Role[]).find((name) => ROLES[name] === role);
}

export function encodeGrant({
  slug,
  projectId,
  role,
}: NamedRoleGrant): MessageInitShape<typeof AdminRoleGrantSchema> {
  return { project: slug, projectId, role: ROLES[role] };
}

export function encodeAdmin(
  admin: Admin,
  roles: readonly NamedRoleGrant[],
): MessageInitShape<typeof AdminSchema> {
  return {
    roles: roles.map(encodeGrant),
    id: admin.id,
    email: admin.email,
    createdAt: timestampFromMs(admin.createdAt),
    ...optionalTime("lastLoginAt", admin.lastLoginAt),
  };
}

export function encodeInvite(invite: InviteWithRoles): MessageInitShape<typeof AdminInviteSchema> {
  return {
    id: invite.id,
    email: invite.email,
    invitedBy: invite.invitedBy,
    createdAt: timestampFromMs(invite.createdAt),
    expiresAt: timestampFromMs(invite.expiresAt),
    roles: invite.roles.map(encodeGrant),
  };
}

export function encodePersonalAccessToken(
  token: TokenWithProjects,
): MessageInitShape<typeof PersonalAccessTokenSchema> {
  return {
    limitedToProjects: token.projects !== undefined,
    projects: [...(token.projects ?? [])],
    readOnly: token.isReadOnly,
    id: token.id,
    name: token.name,
    createdAt: timestampFromMs(token.createdAt),
    ...optionalTime("expiresAt", token.expiresAt),
    ...optionalTime("lastUsedAt", token.lastUsedAt),
    parentId: token.parentId ?? "",
    lastFour: token.last4,
  };
}

export function encodeAdminSession(
  session: AdminSession,
  current: Pick<AdminSession, "id"> | undefined,
): MessageInitShape<typeof AdminSessionSchema> {
  return {
    id: session.id,
    createdAt: timestampFromMs(session.createdAt),
    lastUsedAt: timestampFromMs(session.lastUsedAt),
    expiresAt: timestampFromMs(session.endsAt),
    ip: session.ip,
    userAgent: session.userAgent,
    current: session.id === current?.id,
  };
}

export function encodeAdminPasskey(passkey: AdminPasskeyRow): MessageInitShape<typeof AdminPasskeySchema> {
  const { id, name, credentialId, rpId } = passkey;
  return {
    id,
    name,
    credentialId,
    backedUp: passkey.backedUp === 1,
    createdAt: timestampFromMs(passkey.createdAt),
    ...optionalTime("lastUsedAt", passkey.lastUsedAt),
    rpId,
  };
}

/** A field that is absent when it never happened. */
export function optionalTime<Name extends string>(
  name: Name,
  at: Millis | null | undefined,
): Partial<Record<Name, Timestamp>> {
  return at === null || at === undefined ? {} : ({ [name]: timestampFromMs(at) } as Record<Name, Timestamp>);
}

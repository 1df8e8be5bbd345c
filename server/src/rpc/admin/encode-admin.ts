import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Timestamp, timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { AdminInviteSchema, PersonalAccessTokenSchema } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import type { AdminSchema } from "@svc/proto/svc/admin/v1/admin_pb";
import type { AdminSessionSchema } from "@svc/proto/svc/admin/v1/session_pb";
import type { Admin, AdminInvite, AdminSession, Millis, PersonalAccessToken } from "../../storage/db.ts";

export function encodeAdmin(admin: Admin): MessageInitShape<typeof AdminSchema> {
  return {
    id: admin.id,
    email: admin.email,
    createdAt: timestampFromMs(admin.createdAt),
    ...optionalTime("lastLoginAt", admin.lastLoginAt),
  };
}

export function encodeInvite(invite: AdminInvite): MessageInitShape<typeof AdminInviteSchema> {
  return {
    id: invite.id,
    email: invite.email,
    invitedBy: invite.invitedBy,
    createdAt: timestampFromMs(invite.createdAt),
    expiresAt: timestampFromMs(invite.expiresAt),
  };
}

export function encodePersonalAccessToken(
  token: PersonalAccessToken,
): MessageInitShape<typeof PersonalAccessTokenSchema> {
  return {
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

/** A field that is absent when it never happened. */
export function optionalTime<Name extends string>(
  name: Name,
  at: Millis | null | undefined,
): Partial<Record<Name, Timestamp>> {
  return at === null || at === undefined ? {} : ({ [name]: timestampFromMs(at) } as Record<Name, Timestamp>);
}

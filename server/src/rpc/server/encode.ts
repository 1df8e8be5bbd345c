import type { JsonObject } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { type UserFilters, UserOrder } from "@svc/proto/svc/server/v1/user_pb";
import type { ListOrder, UserFlags } from "../../domain/users/list-users.ts";
import { userEtag } from "../../domain/users/user-etag.ts";
import { invalidRequest } from "../../errors.ts";
import type { Identity, LiveSession, Millis, User } from "../../storage/db.ts";
import { encodeIdentity, providerName } from "../auth/encode.ts";

/** What belongs to a user. Absent where the answer does not tell it. */
type Belongings = Readonly<{
  identities: readonly Identity[];
  passkeyCount?: number;
  sessions?: readonly LiveSession[];
}>;

type UserWithSignIn = User & { lastSignInAt: Millis | null };

/** A user as backends and administrators see one; both surfaces have the same fields. */
export function encodeManagedUser(user: UserWithSignIn, belongings: Belongings) {
  return { ...encodeUserOfToken(user, belongings), etag: userEtag(user) };
}

/** Without the etag, a hash that only a caller who changes the user needs: IntrospectToken is called all the time. */
export function encodeUserOfToken(
  user: UserWithSignIn,
  { identities, passkeyCount = 0, sessions = [] }: Belongings,
) {
  return {
    id: user.id,
    email: user.email ?? "",
    emailVerified: user.emailVerifiedAt !== null,
    displayName: user.displayName,
    avatarUrl: user.avatarUrl,
    locale: user.locale ?? "",
    isAnonymous: user.guestSince !== null,
    customClaims: JSON.parse(user.customClaims) as JsonObject,
    identities: identities.map(encodeIdentity),
    passkeyCount,
    hasPassword: user.passwordHash !== null,
    createdAt: timestampFromMs(user.createdAt),
    disabled: user.disabledAt !== null,
    ...(user.lastSignInAt !== null && { lastSignInAt: timestampFromMs(user.lastSignInAt) }),
    sessions: sessions.map((session) => ({
      id: session.id,
      device: session.userAgent,
      createdAt: timestampFromMs(session.createdAt),
      lastUsedAt: timestampFromMs(session.lastUsedAt),
      expiresAt: timestampFromMs(session.expiresAt),
      ip: session.ip,
      method: session.method,
    })),
    emailBounces: user.emailBouncedAt !== null,
    emailBounceReason: user.emailBounceReason ?? "",
    ...(user.deletionDueAt !== null && { deletionTime: timestampFromMs(user.deletionDueAt) }),
  };
}

export function decodeFilters(
  filters:
    | Pick<
        UserFilters,
        "disabled" | "emailVerified" | "isAnonymous" | "provider" | "hasPassword" | "emailBounces"
      >
    | undefined,
): UserFlags {
  const provider = filters && providerName(filters.provider);
  return {
    ...(filters?.disabled !== undefined && { isDisabled: filters.disabled }),
    ...(filters?.emailVerified !== undefined && { isVerified: filters.emailVerified }),
    ...(filters?.isAnonymous !== undefined && { isGuest: filters.isAnonymous }),
    ...(filters?.hasPassword !== undefined && { hasPassword: filters.hasPassword }),
    ...(filters?.emailBounces !== undefined && { isBouncing: filters.emailBounces }),
    ...(provider !== undefined && { provider }),
  };
}

const ORDERS: Readonly<Record<number, ListOrder>> = {
  [UserOrder.UNSPECIFIED]: "newest",
  [UserOrder.NEWEST]: "newest",
  [UserOrder.OLDEST]: "oldest",
  [UserOrder.EMAIL]: "email",
  [UserOrder.LAST_SIGN_IN]: "last_sign_in",
  [UserOrder.EMAIL_DESCENDING]: "email_descending",
  [UserOrder.LAST_SIGN_IN_OLDEST]: "last_sign_in_oldest",
};

/** Both surfaces number the orders alike. */
export function decodeOrder(order: number): ListOrder {
  const known = ORDERS[order];
  if (!known) throw invalidRequest("order_by", "is unknown to this server");
  return known;
}

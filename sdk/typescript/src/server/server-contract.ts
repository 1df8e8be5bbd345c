import type { IdentityJson } from "@svc/proto/svc/auth/v1/user_pb";
import type {
  ListPushDevicesRequestJson,
  PushDeviceJson,
  RevokePushDeviceRequestJson,
} from "@svc/proto/svc/server/v1/push_pb";
import type { IntrospectTokenResponseJson } from "@svc/proto/svc/server/v1/token_pb";
import type { UserFiltersJson, UserJson, UserSessionJson } from "@svc/proto/svc/server/v1/user_pb";
import type {
  CreateUserRequestJson,
  ListUserChangesRequestJson,
  ListUsersRequestJson,
  UpdateUserRequestJson,
  UserChangeJson,
} from "@svc/proto/svc/server/v1/users_pb";
import type { Identity, Provider, PushEnvironment, PushProvider } from "../contract.ts";
import { longName, shortName } from "../enum-names.ts";
import type { Asks, Tells } from "../message-types.ts";

type Claims = Readonly<Record<string, unknown>>;

/** A user of the project. Times are ISO 8601 strings. */
export type ServerUser = Tells<
  UserJson,
  | "email"
  | "displayName"
  | "avatarUrl"
  | "locale"
  | "customClaims"
  | "identities"
  | "lastSignInAt"
  | "deletionTime"
  | "sessions"
> &
  Readonly<
    Pick<UserJson, "email" | "displayName" | "avatarUrl" | "locale" | "lastSignInAt" | "deletionTime">
  > &
  Readonly<{
    /** Roles and permissions, which become the `claims` of the access token. */
    customClaims: Claims;
    /** The Google and Apple accounts that can sign in as this user. */
    identities: readonly Identity[];
    /** The active sessions. Only `getUser` fills them. */
    sessions: readonly Tells<UserSessionJson>[];
  }>;

/** Why an access token is not active. `unknown_key`: this project did not sign it. */
export type InactiveReason = "expired" | "revoked" | "disabled" | "deleted" | "unknown_key" | "malformed";

/** Whether an access token is active right now, and what it says. */
export type Introspection = Tells<IntrospectTokenResponseJson, "claims" | "user" | "inactiveReason"> &
  Readonly<{
    /** The token's whole payload; the custom claims are at `claims.claims`. Absent when the project did not sign it. */
    claims?: Claims;
    /** Whose token it is; absent when the project did not sign it or the user was deleted. */
    user?: ServerUser;
    /** Why the token is not active; absent when it is. */
    inactiveReason?: InactiveReason;
  }>;

/** Which users `listUsers` returns: every field that is set must match. */
export type UserFilters = Omit<UserFiltersJson, "provider"> & {
  /** Users who have an account of this provider. */
  provider?: Provider;
};

/** What `listUsers` takes. */
export type ListUsersInput = Omit<ListUsersRequestJson, "filters"> & {
  /** Which users to return. */
  filters?: UserFilters;
};

/** One page of users. */
export type UserPage = Readonly<{
  /** The users of this page; perhaps fewer than asked for, or none, also before the last page. */
  users: readonly ServerUser[];
  /** The `pageToken` of the next page; empty on the last one. */
  nextPageToken: string;
}>;

/** Which user `getUser` returns. */
export type UserName =
  | {
      /** The id of the user, the `userId` of their tokens. */
      userId: string;
    }
  | {
      /** The email of the user. */
      email: string;
    };

/** What `createUser` takes. */
export type CreateUserInput = Omit<Asks<CreateUserRequestJson, "email">, "customClaims"> & {
  /** Roles and permissions, which become the `claims` of the access token. */
  customClaims?: Claims;
};

/** What `updateUser` takes. A field that is absent stays as it is. */
export type UpdateUserInput = Omit<Asks<UpdateUserRequestJson, "userId">, "customClaims"> & {
  /** Roles and permissions. They replace all that the user has. */
  customClaims?: Claims;
};

/** Everything about one user, in the keys that the reference of `ExportUser` names. */
export type UserExport = Readonly<Record<string, unknown>>;

/** What `listUserChanges` takes: the cursor of the call before, or `fromNow` to begin now. */
export type ListUserChangesInput = Asks<ListUserChangesRequestJson, never>;

/** Something that happened to a user. `time` is an ISO 8601 string. */
export type UserChange = Tells<UserChangeJson, "kind"> &
  Readonly<{
    /** What happened. Read the user again, or delete what you have stored about them. */
    kind: "user.created" | "user.updated" | "user.deleted";
  }>;

/** What `listUserChanges` returns. */
export type UserChanges = Readonly<{
  /** The changes, oldest first. */
  changes: readonly UserChange[];
  /** The `cursor` of the next call. */
  nextCursor: string;
  /** Whether the next call has more already. */
  hasMore: boolean;
}>;

/** A push device with the token to send to. Times are ISO 8601 strings. */
export type ServerPushDevice = Tells<PushDeviceJson, "provider" | "environment"> &
  Readonly<{
    /** Who delivers the notifications. */
    provider: PushProvider;
    /** Which server of Apple knows the token; absent for `fcm`. */
    environment?: PushEnvironment;
  }>;

/** What `listPushDevices` takes. */
export type ListPushDevicesInput = Omit<ListPushDevicesRequestJson, "provider"> & {
  /** Only the devices of this push provider. */
  provider?: PushProvider;
};

/** One page of push devices. */
export type PushDevicePage = Readonly<{
  /** The devices of this page. */
  devices: readonly ServerPushDevice[];
  /** The `pageToken` of the next page; empty on the last one. */
  nextPageToken: string;
}>;

/** What `revokePushDevice` takes: the device or its token. */
export type RevokePushDeviceInput = (
  | {
      /** The `id` of the device. */
      deviceId: string;
    }
  | {
      /** The push token that failed. */
      token: string;
    }
) &
  Pick<RevokePushDeviceRequestJson, "invalidSince"> & {
    /** What the push provider said about the token. */
    reason?: "unregistered" | "bad_token" | "topic_mismatch" | "other";
  };

export function decodeServerUser({ email, displayName, avatarUrl, locale, ...user }: UserJson): ServerUser {
  return {
    ...user,
    ...(email && { email }),
    ...(displayName && { displayName }),
    ...(avatarUrl && { avatarUrl }),
    ...(locale && { locale }),
    customClaims: user.customClaims ?? {},
    identities: (user.identities ?? []).map((identity: IdentityJson) => ({
      ...identity,
      provider: shortName("OAUTH_PROVIDER", identity.provider),
    })),
    sessions: user.sessions ?? [],
  } as ServerUser;
}

export function decodeIntrospection({
  inactiveReason,
  user,
  ...rest
}: IntrospectTokenResponseJson): Introspection {
  return {
    ...rest,
    ...(inactiveReason && { inactiveReason }),
    ...(user && { user: decodeServerUser(user) }),
  } as Introspection;
}

export function decodeServerDevice({ provider, environment, ...device }: PushDeviceJson): ServerPushDevice {
  const place = shortName("PUSH_ENVIRONMENT", environment);
  return {
    ...device,
    provider: shortName("PUSH_PROVIDER", provider),
    ...(place && { environment: place }),
  } as ServerPushDevice;
}

export function encodeListUsers({ filters, ...rest }: ListUsersInput): ListUsersRequestJson {
  if (!filters) return rest;
  const { provider, ...others } = filters;
  return {
    ...rest,
    filters: { ...others, ...(provider && { provider: longName("OAUTH_PROVIDER", provider) }) },
  };
}

export function encodeListDevices({ provider, ...rest }: ListPushDevicesInput): ListPushDevicesRequestJson {
  return { ...rest, ...(provider && { provider: longName("PUSH_PROVIDER", provider) }) };
}

export function encodeRevokeDevice({ reason, ...rest }: RevokePushDeviceInput): RevokePushDeviceRequestJson {
  return { ...rest, ...(reason && { reason: longName("PUSH_REVOKE_REASON", reason) }) };
}

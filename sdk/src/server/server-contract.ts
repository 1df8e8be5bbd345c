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
  ListUsersRequestJson,
  UpdateUserRequestJson,
} from "@svc/proto/svc/server/v1/users_pb";
import type { Identity, Provider, PushEnvironment, PushProvider } from "../contract.ts";
import { longName, shortName } from "../enum-names.ts";
import type { Asks, Tells } from "../message-types.ts";

type Claims = Readonly<Record<string, unknown>>;

/** A user of the project. Times are ISO 8601 texts; what is empty is absent. */
export type ServerUser = Tells<
  UserJson,
  "email" | "displayName" | "avatarUrl" | "customClaims" | "identities" | "lastSignInAt" | "sessions"
> &
  Readonly<Pick<UserJson, "email" | "displayName" | "avatarUrl" | "lastSignInAt">> &
  Readonly<{
    /** Roles and permissions: the `claims` of the access token. */
    customClaims: Claims;
    identities: readonly Identity[];
    /** Filled by `getUser` only. */
    sessions: readonly Tells<UserSessionJson>[];
  }>;

export type InactiveReason = "expired" | "revoked" | "disabled" | "deleted" | "unknown_key" | "malformed";

/** Whether an access token is good right now. */
export type Introspection = Tells<IntrospectTokenResponseJson, "claims" | "user" | "inactiveReason"> &
  Readonly<{
    /** The token's whole payload; the custom claims are at `claims.claims`. Absent when it is not genuine. */
    claims?: Claims;
    user?: ServerUser;
    /** Absent when it is active. */
    inactiveReason?: InactiveReason;
  }>;

/** Which users: every field that is set must match. */
export type UserFilters = Omit<UserFiltersJson, "provider"> & { provider?: Provider };
export type ListUsersInput = Omit<ListUsersRequestJson, "filters"> & { filters?: UserFilters };
export type UserPage = Readonly<{ users: readonly ServerUser[]; nextPageToken: string }>;

export type UserName = { userId: string } | { email: string };
export type CreateUserInput = Omit<Asks<CreateUserRequestJson, "email">, "customClaims"> & {
  customClaims?: Claims;
};
export type UpdateUserInput = Omit<Asks<UpdateUserRequestJson, "userId">, "customClaims"> & {
  customClaims?: Claims;
};

/** A device with the token to send to. This is the only place that returns push tokens. */
export type ServerPushDevice = Tells<PushDeviceJson, "provider" | "environment"> &
  Readonly<{ provider: PushProvider; environment?: PushEnvironment }>;
export type ListPushDevicesInput = Omit<ListPushDevicesRequestJson, "provider"> & { provider?: PushProvider };
export type PushDevicePage = Readonly<{ devices: readonly ServerPushDevice[]; nextPageToken: string }>;

export type RevokePushDeviceInput = ({ deviceId: string } | { token: string }) &
  Pick<RevokePushDeviceRequestJson, "invalidSince"> & {
    /** What the push provider said about the token. */
    reason?: "unregistered" | "bad_token" | "topic_mismatch" | "other";
  };

export function decodeServerUser({ email, displayName, avatarUrl, ...user }: UserJson): ServerUser {
  return {
    ...user,
    ...(email && { email }),
    ...(displayName && { displayName }),
    ...(avatarUrl && { avatarUrl }),
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

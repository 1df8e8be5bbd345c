import type {
  ListPushDevicesResponseJson,
  ListUserPushDevicesResponseJson,
  RevokePushDeviceResponseJson,
} from "@svc/proto/svc/server/v1/push_pb";
import type { IntrospectTokenResponseJson } from "@svc/proto/svc/server/v1/token_pb";
import type { UserJson } from "@svc/proto/svc/server/v1/user_pb";
import type {
  ListUsersResponseJson,
  RevokeUserSessionsResponseJson,
} from "@svc/proto/svc/server/v1/users_pb";
import { type Call, createTransport } from "../transport.ts";
import { billingMethods } from "./billing-methods.ts";
import {
  type CreateUserInput,
  decodeIntrospection,
  decodeServerDevice,
  decodeServerUser,
  encodeListDevices,
  encodeListUsers,
  encodeRevokeDevice,
  type Introspection,
  type ListPushDevicesInput,
  type ListUsersInput,
  type PushDevicePage,
  type RevokePushDeviceInput,
  type ServerPushDevice,
  type ServerUser,
  type UpdateUserInput,
  type UserName,
  type UserPage,
} from "./server-contract.ts";

export type ServerClientOptions = Readonly<{
  /** Where the server is, for example `https://auth.example.com`. */
  baseUrl: string;
  /** The project's secret key, `sk_...`. It stays in the backend: whoever has it has every user. */
  secretKey: string;
  fetch?: typeof fetch;
  /** How long one call may take; 15 seconds. */
  timeoutMs?: number;
}>;

export type ServerClient = ReturnType<typeof createServerClient>;

/** Every method of `svc.server.v1` for the project that the secret key belongs to. Failures are `AuthError`s. */
export function createServerClient({
  baseUrl,
  secretKey,
  fetch: send = (...request) => fetch(...request),
  timeoutMs = 15_000,
}: ServerClientOptions) {
  if (!secretKey.startsWith("sk_")) throw new TypeError("secretKey does not begin with sk_");
  const call = createTransport({
    baseUrl: baseUrl.replace(/\/+$/, ""),
    key: secretKey,
    fetch: send,
    timeoutMs,
  });
  return { ...tokenMethods(call), ...userMethods(call), ...pushMethods(call), ...billingMethods(call) };
}

function tokenMethods(call: Call) {
  return {
    /** Says whether an access token is good right now: it knows of sign-outs and disabled users at once. */
    async introspectToken(token: string): Promise<Introspection> {
      const method = "server.v1.TokenService/IntrospectToken";
      return decodeIntrospection(await call<IntrospectTokenResponseJson>(method, { token }));
    },
  };
}

function userMethods(call: Call) {
  const service = "server.v1.UserService/";
  const user = async (method: string, request: object): Promise<ServerUser> => {
    const answer = await call<{ user: UserJson }>(`${service}${method}`, request);
    return decodeServerUser(answer.user);
  };
  return {
    /** Newest first. The next page has the same query and filters, and `pageToken: nextPageToken`. */
    async listUsers(input: ListUsersInput = {}): Promise<UserPage> {
      const answer = await call<ListUsersResponseJson>(`${service}ListUsers`, encodeListUsers(input));
      return { users: (answer.users ?? []).map(decodeServerUser), nextPageToken: answer.nextPageToken ?? "" };
    },

    getUser: (name: UserName): Promise<ServerUser> => user("GetUser", name),

    createUser: (input: CreateUserInput): Promise<ServerUser> => user("CreateUser", input),

    /** What is absent stays as it is; `customClaims` replaces the old ones whole. */
    updateUser: (input: UpdateUserInput): Promise<ServerUser> => user("UpdateUser", input),

    /** Blocks sign-in and ends every session. */
    disableUser: (userId: string): Promise<ServerUser> => user("DisableUser", { userId }),

    enableUser: (userId: string): Promise<ServerUser> => user("EnableUser", { userId }),

    async deleteUser(userId: string): Promise<void> {
      await call(`${service}DeleteUser`, { userId });
    },

    /** Ends every session of the user and returns how many there were. */
    async revokeUserSessions(userId: string): Promise<number> {
      const method = `${service}RevokeUserSessions`;
      return (await call<RevokeUserSessionsResponseJson>(method, { userId })).revokedSessions ?? 0;
    },
  };
}

function pushMethods(call: Call) {
  const service = "server.v1.PushService/";
  return {
    async listUserPushDevices(userId: string): Promise<readonly ServerPushDevice[]> {
      const method = `${service}ListUserPushDevices`;
      const { devices = [] } = await call<ListUserPushDevicesResponseJson>(method, { userId });
      return devices.map(decodeServerDevice);
    },

    async listPushDevices(input: ListPushDevicesInput = {}): Promise<PushDevicePage> {
      const method = `${service}ListPushDevices`;
      const answer = await call<ListPushDevicesResponseJson>(method, encodeListDevices(input));
      const devices = (answer.devices ?? []).map(decodeServerDevice);
      return { devices, nextPageToken: answer.nextPageToken ?? "" };
    },

    /** Reports a token that the push provider calls dead; true when a device was removed for it. */
    async revokePushDevice(input: RevokePushDeviceInput): Promise<boolean> {
      const method = `${service}RevokePushDevice`;
      const { revoked } = await call<RevokePushDeviceResponseJson>(method, encodeRevokeDevice(input));
      return revoked ?? false;
    },
  };
}

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
import { factorMethods } from "./factor-methods.ts";
import { passkeyMethods } from "./passkey-methods.ts";
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
import { userDataMethods } from "./user-data-methods.ts";

/** The options of `createServerClient`. */
export type ServerClientOptions = Readonly<{
  /** Where the server is, for example `https://auth.example.com`. */
  baseUrl: string;
  /** The project's secret key, `sk_...`. Keep it in the backend: anyone who has it can do anything with the users. */
  secretKey: string;
  /** Sends the requests instead of the global `fetch`, for example in a test. */
  fetch?: typeof fetch;
  /** How long one call may take, in milliseconds. Default: 15 seconds. */
  timeoutMs?: number;
}>;

/**
 * Manages the users of one project from your backend. A method that fails rejects with an `AuthError`. Methods that take
 * a `userId` throw `NOT_FOUND` for an unknown user and `WRONG_PROJECT` for a user of another project.
 */
export interface ServerClient
  extends ReturnType<typeof tokenMethods>,
    ReturnType<typeof userMethods>,
    ReturnType<typeof userDataMethods>,
    ReturnType<typeof passkeyMethods>,
    ReturnType<typeof factorMethods>,
    ReturnType<typeof pushMethods>,
    ReturnType<typeof billingMethods> {}

/**
 * Creates a client for your backend, which manages the users of the project that the secret key belongs to. To verify
 * access tokens, use `createVerifier`.
 *
 * @throws `TypeError` when `secretKey` does not begin with `sk_`.
 *
 * @example
 * import { createServerClient } from "@svc/sdk/server";
 *
 * const server = createServerClient({ baseUrl: "https://auth.example.com", secretKey: "sk_..." });
 * const user = await server.getUser({ email: "ada@example.com" });
 * await server.updateUser({ userId: user.id, customClaims: { role: "editor" } });
 */
export function createServerClient({
  baseUrl,
  secretKey,
  fetch: send = (...request) => fetch(...request),
  timeoutMs = 15_000,
}: ServerClientOptions): ServerClient {
  if (!secretKey.startsWith("sk_")) throw new TypeError("secretKey does not begin with sk_");
  const call = createTransport({
    baseUrl: baseUrl.replace(/\/+$/, ""),
    key: secretKey,
    fetch: send,
    timeoutMs,
  });
  return {
    ...tokenMethods(call),
    ...userMethods(call),
    ...userDataMethods(call),
    ...passkeyMethods(call),
    ...factorMethods(call),
    ...pushMethods(call),
    ...billingMethods(call),
  };
}

function tokenMethods(call: Call) {
  return {
    /**
     * Asks the server whether an access token is active right now. Unlike `createVerifier` it knows at once of sign-outs
     * and of users who were disabled or deleted. Any string is answered, not thrown.
     *
     * @throws `AuthError`: `WRONG_PROJECT` (the token is of another project).
     *
     * @example
     * const { active, user, inactiveReason } = await server.introspectToken(accessToken);
     * if (!active) throw new Error(`refused: ${inactiveReason}`);
     */
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
    /**
     * Lists users, newest first. For the next page, repeat the query and filters with `pageToken: nextPageToken`; an
     * empty `nextPageToken` marks the last page. A search through a long list may return a page with few users or none
     * before the last one.
     *
     * @example
     * const { users, nextPageToken } = await server.listUsers({ query: "ada", pageSize: 20 });
     */
    async listUsers(input: ListUsersInput = {}): Promise<UserPage> {
      const answer = await call<ListUsersResponseJson>(`${service}ListUsers`, encodeListUsers(input));
      return { users: (answer.users ?? []).map(decodeServerUser), nextPageToken: answer.nextPageToken ?? "" };
    },

    /** Returns one user, found by id or email, with identities and active sessions. */
    getUser: (name: UserName): Promise<ServerUser> => user("GetUser", name),

    /**
     * Creates a user: with a password, with an invitation by email to choose one, or with neither. Also works while
     * sign-up is closed.
     *
     * @throws `AuthError`: `EMAIL_ALREADY_EXISTS`, `WEAK_PASSWORD`.
     */
    createUser: (input: CreateUserInput): Promise<ServerUser> => user("CreateUser", input),

    /**
     * Changes a user. A field that is absent stays as it is; `customClaims` replaces all claims, and they appear in the
     * next access token. A new password ends every session of the user.
     *
     * @throws `AuthError`: `EMAIL_ALREADY_EXISTS`, `WEAK_PASSWORD`.
     */
    updateUser: (input: UpdateUserInput): Promise<ServerUser> => user("UpdateUser", input),

    /** Blocks sign-in and ends every session of the user. Their access tokens expire within 15 minutes. */
    disableUser: (userId: string): Promise<ServerUser> => user("DisableUser", { userId }),

    /** Allows a disabled user to sign in again. */
    enableUser: (userId: string): Promise<ServerUser> => user("EnableUser", { userId }),

    /**
     * Marks the email of a user as one that bounces: no email is sent to it until the user proves the mailbox again or
     * has another address, or `clearEmailBounce` is called. Call it from the webhook of your email provider.
     *
     * @example
     * await server.markEmailBounced({ email: "ada@example.com", reason: "550 5.1.1 no such user" });
     */
    markEmailBounced: (
      input: UserName & {
        /** What the mail server answered, for administrators. */
        reason?: string;
      },
    ): Promise<ServerUser> => user("MarkEmailBounced", input),

    /** Sends emails to the address of a user again. */
    clearEmailBounce: (name: UserName): Promise<ServerUser> => user("ClearEmailBounce", name),

    /** Deletes a user permanently, with identities, sessions and push devices. */
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
    /** Lists the push devices of one user, with the tokens to send to. */
    async listUserPushDevices(userId: string): Promise<readonly ServerPushDevice[]> {
      const method = `${service}ListUserPushDevices`;
      const { devices = [] } = await call<ListUserPushDevicesResponseJson>(method, { userId });
      return devices.map(decodeServerDevice);
    },

    /**
     * Lists the push devices of all users of the project, with the tokens to send to. For the next page, repeat the input
     * with `pageToken: nextPageToken`.
     */
    async listPushDevices(input: ListPushDevicesInput = {}): Promise<PushDevicePage> {
      const method = `${service}ListPushDevices`;
      const answer = await call<ListPushDevicesResponseJson>(method, encodeListDevices(input));
      const devices = (answer.devices ?? []).map(decodeServerDevice);
      return { devices, nextPageToken: answer.nextPageToken ?? "" };
    },

    /** Reports a token that the push provider no longer delivers to. Returns true when a device was removed for it. */
    async revokePushDevice(input: RevokePushDeviceInput): Promise<boolean> {
      const method = `${service}RevokePushDevice`;
      const { revoked } = await call<RevokePushDeviceResponseJson>(method, encodeRevokeDevice(input));
      return revoked ?? false;
    },
  };
}

import type { PasskeyJson } from "@svc/proto/svc/auth/v1/passkey_pb";
import type { ListUserPasskeysResponseJson } from "@svc/proto/svc/server/v1/users_pb";
import type { Tells } from "../message-types.ts";
import type { Call } from "../transport.ts";

/** A passkey of a user. Times are ISO 8601 strings. */
export type ServerPasskey = Tells<PasskeyJson, "lastUsedAt"> & Readonly<Pick<PasskeyJson, "lastUsedAt">>;

/** What `removeUserPasskey` takes. */
export type RemoveUserPasskeyInput = {
  /** The id of the user. */
  userId: string;
  /** The id of the passkey, from `listUserPasskeys`. */
  passkeyId: string;
};

export function passkeyMethods(call: Call) {
  const service = "server.v1.UserService/";
  return {
    /** Lists the passkeys of a user, the newest first. */
    async listUserPasskeys(userId: string): Promise<readonly ServerPasskey[]> {
      const method = `${service}ListUserPasskeys`;
      const { passkeys = [] } = await call<ListUserPasskeysResponseJson>(method, { userId });
      return passkeys.map(decodePasskey);
    },

    /**
     * Removes a passkey of a user and ends the sessions that were opened with it. The user gets an email.
     *
     * @throws `AuthError`: `NOT_FOUND`, `LAST_SIGN_IN_METHOD` (nothing else would let the user in).
     */
    async removeUserPasskey(input: RemoveUserPasskeyInput): Promise<void> {
      await call(`${service}RemoveUserPasskey`, input);
    },
  };
}

function decodePasskey(passkey: PasskeyJson): ServerPasskey {
  const { id = "", name = "", credentialId = "", backedUp = false, createdAt = "", rpId = "" } = passkey;
  const { lastUsedAt } = passkey;
  return { id, name, credentialId, backedUp, createdAt, rpId, ...(lastUsedAt && { lastUsedAt }) };
}

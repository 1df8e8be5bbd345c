import type { PasskeyJson } from "@svc/proto/svc/auth/v1/passkey_pb";
import type { Caller } from "./caller.ts";
import { type KeptPasskeys, type Passkey, SERVICE, signal as signalTo } from "./kept-passkeys.ts";
import type { PasskeyPlatform } from "./passkey-platform.ts";

/** The methods about the passkeys that the user has. */
export function passkeyAccount({ asUser }: Caller, platform: PasskeyPlatform, kept: KeptPasskeys) {
  return {
    /** Lists the user's passkeys, the newest first. The device then no longer offers those that are removed. */
    listPasskeys: (): Promise<Passkey[]> => kept.list(),

    /**
     * Renames a passkey.
     *
     * @throws `AuthError`: `NOT_FOUND`, `INVALID_REQUEST` (a name has 1 to 100 characters), `REAUTHENTICATION_REQUIRED`
     * (the sign-in is older than ten minutes).
     */
    async renamePasskey(passkeyId: string, name: string): Promise<Passkey> {
      const answer = await asUser<{ passkey: PasskeyJson }>(`${SERVICE}UpdateMyPasskey`, { passkeyId, name });
      kept.reload();
      return answer.passkey as Passkey;
    },

    /**
     * Removes a passkey and ends the sessions that were opened with it, perhaps this one. Needs `currentPassword`, unless
     * the user signed in during the last ten minutes.
     *
     * @throws `AuthError`: `LAST_SIGN_IN_METHOD`, `REAUTHENTICATION_REQUIRED`, `INVALID_CREDENTIALS` (wrong current
     * password), `NOT_FOUND`.
     */
    async removePasskey(
      passkeyId: string,
      {
        currentPassword,
      }: {
        /** Needed unless the user signed in during the last ten minutes. */
        currentPassword?: string;
      } = {},
    ): Promise<void> {
      const removed = kept.known()?.find(({ id }) => id === passkeyId);
      await asUser(`${SERVICE}RemoveMyPasskey`, { passkeyId, currentPassword });
      if (removed) {
        const { rpId, credentialId } = removed;
        signalTo(platform, (to) => to.signalUnknownCredential?.({ rpId, credentialId }));
      }
      await kept.list().catch(() => {});
    },

    /**
     * The user's passkeys as the server last said. Undefined while nothing is known. `usePasskeys` of `@svc/sdk/react`
     * renders by it.
     */
    knownPasskeys: (): readonly Passkey[] | undefined => kept.known(),

    /** Asks the server for the passkeys, and calls back when `knownPasskeys` has changed. Returns a function that stops it. */
    onPasskeysChange: (callback: () => void): (() => void) => kept.listen(callback),
  };
}

import type { AuthClient } from "./auth-client.ts";
import { type Caller, callerOf } from "./caller.ts";
import { keepPasskeys } from "./kept-passkeys.ts";
import { passkeyAccount } from "./passkey-account.ts";
import { browserPasskeys, type PasskeyPlatform } from "./passkey-platform.ts";
import { passkeySignIn } from "./passkey-sign-in.ts";
import { keepPending } from "./pending-passkey.ts";

export type { Passkey } from "./kept-passkeys.ts";
export {
  type CreationOptionsLike,
  nativePasskeys,
  type PasskeyModuleLike,
  type RequestOptionsLike,
} from "./native-passkeys.ts";
export type { CeremonyOptions, PasskeyPlatform, PasskeySignals } from "./passkey-platform.ts";
export type { PasskeySignUpInput } from "./passkey-sign-in.ts";

/** What `passkeys` returns. */
export interface Passkeys extends ReturnType<typeof passkeySignIn>, ReturnType<typeof passkeyAccount> {}

/**
 * Signs in with passkeys, if the project allows it: `getProjectConfig()` says so in `providers.passkey`. For one client it
 * always returns the same object. In a browser it needs nothing else; in an app, pass `nativePasskeys(module)` at the
 * first call.
 *
 * A method that asks the user rejects with `CANCELLED` when the user turns back, when the time is over, or when another
 * one was called meanwhile; and with `PASSKEY_FAILED` when the device refuses. Its `metadata.error` is the device's word
 * for it, and `cause` its error. Call it again after a `retryable` error. A sign-up with an email and `linkPasskey` then
 * do not ask the user again, also after a restart of the app: there is one account and one passkey. A sign-in asks again.
 *
 * @example
 * import { passkeys } from "@svc/sdk/passkey";
 *
 * const keys = passkeys(auth);
 * await keys.signInWithPasskey();
 */
export function passkeys(client: AuthClient, platform?: PasskeyPlatform): Passkeys {
  const caller = callerOf(client);
  caller.passkeys ??= createPasskeys(caller, platform ?? browserPasskeys());
  return caller.passkeys as Passkeys;
}

function createPasskeys(caller: Caller, platform: PasskeyPlatform): Passkeys {
  const pending = keepPending(caller);
  const kept = keepPasskeys(caller, platform, pending);
  return { ...passkeySignIn(caller, platform, pending, kept), ...passkeyAccount(caller, platform, kept) };
}

import type { StartPasskeySignInResponseJson } from "@svc/proto/svc/auth/v1/passkeys_pb";
import type { AuthError } from "./auth-error.ts";
import { type Session, sessionOf } from "./auth-state.ts";
import type { Caller } from "./caller.ts";
import { type KeptPasskeys, SERVICE, signal as signalTo } from "./kept-passkeys.ts";
import { ceremoniesOn } from "./passkey-ceremony.ts";
import type { CeremonyOptions, PasskeyPlatform } from "./passkey-platform.ts";
import type { PendingPasskey } from "./pending-passkey.ts";
import type { SignUpResult } from "./sign-in-methods.ts";

/** What `signUpWithPasskey` takes. */
export type PasskeySignUpInput = {
  /** The new user's address. Without one, an account whose passkeys are lost cannot be recovered. */
  email?: string;
  /** The name to show, also in the device's list of passkeys. */
  displayName?: string;
  /** What the user calls the passkey. Default: the product that keeps it, such as `iCloud Keychain`. */
  passkeyName?: string;
};

/** The methods that ask the user for a passkey. */
export function passkeySignIn(
  caller: Caller,
  platform: PasskeyPlatform,
  pending: PendingPasskey,
  kept: KeptPasskeys,
) {
  const { keeper, call, asUser } = caller;
  const ask = ceremoniesOn(platform);
  const send = senders(caller, platform, kept);
  const start = (of: string, by = call, request?: object) =>
    by<Required<StartPasskeySignInResponseJson>>(`${SERVICE}StartPasskey${of}`, request);
  const askForPasskey = (options?: CeremonyOptions) => ask("get", () => start("SignIn"), options);

  return {
    /** Whether this device can use passkeys at all. A browser needs https, or localhost. */
    isPasskeyAvailable: (): boolean => platform.isAvailable(),

    /** Whether `signInWithPasskey({ conditional: true })` works here: only browsers offer it. */
    isConditionalAvailable: async (): Promise<boolean> => !!(await platform.isConditionalAvailable?.()),

    /**
     * Signs in with a passkey that the user chooses. With `conditional` it asks nothing at once: the browser offers the
     * passkeys in the autofill of a field with `autocomplete="username webauthn"`, for as long as the page is open.
     *
     * @throws `AuthError`: `CANCELLED`, `PASSKEY_FAILED`, `PASSKEY_INVALID` (the server does not know the passkey, or did
     * not accept it), `PASSKEY_DISABLED`, `EMAIL_NOT_VERIFIED`, `USER_DISABLED`.
     *
     * @example
     * import { isAuthError } from "@svc/sdk";
     * import { passkeys } from "@svc/sdk/passkey";
     *
     * try {
     *   await passkeys(auth).signInWithPasskey();
     * } catch (error) {
     *   if (isAuthError(error, "PASSKEY_INVALID")) show("This passkey is no longer registered.");
     *   else if (!isAuthError(error, "CANCELLED")) throw error;
     * }
     */
    signInWithPasskey: (options?: CeremonyOptions): Promise<Session> =>
      askForPasskey(options).then(send.signIn),

    /**
     * Asks the user for a passkey, as a sign-in does, and returns the answer of the device as JSON. `mfa` of
     * `@svc/sdk/mfa` calls it when it is given this object as a proof.
     *
     * @throws `AuthError`: `CANCELLED`, `PASSKEY_FAILED`, `PASSKEY_DISABLED`.
     */
    askForPasskey: (options?: CeremonyOptions): Promise<string> => askForPasskey(options),

    /**
     * Creates an account with a passkey, and signs in. If the project requires a verified email, nobody is signed in yet
     * and the result is `verifyEmail`.
     *
     * @throws `AuthError`: `CANCELLED`, `PASSKEY_FAILED`, `EMAIL_ALREADY_EXISTS`, `SIGN_UP_CLOSED`, `PASSKEY_DISABLED`,
     * `PASSKEY_INVALID`.
     *
     * @example
     * import { passkeys } from "@svc/sdk/passkey";
     *
     * const result = await passkeys(auth).signUpWithPasskey({ email, displayName: "Ada" });
     * if (result.status === "verifyEmail") show("Follow the link in the email that we sent you.");
     */
    async signUpWithPasskey({
      email,
      displayName,
      passkeyName,
    }: PasskeySignUpInput = {}): Promise<SignUpResult> {
      const input = { email, displayName, passkeyName };
      const ceremony = () => ask("create", () => start("SignUp", call, { email, displayName }));
      const open = (credentialJson: string) =>
        keeper.open(`${SERVICE}SignUpWithPasskey`, { ...input, credentialJson });
      // Without an address nothing tells the next person at the device from this one.
      const session = await (email ? pending.run("SignUp", input, ceremony, open) : ceremony().then(open));
      return session ? { status: "signedIn", session } : { status: "verifyEmail" };
    },

    /**
     * Adds a passkey to the signed-in user. A guest becomes a permanent user with the same id.
     *
     * @throws `AuthError`: `CANCELLED`, `PASSKEY_FAILED`, `PASSKEY_ALREADY_EXISTS` (this device has one of the account),
     * `TOO_MANY_PASSKEYS`, `REAUTHENTICATION_REQUIRED` (a permanent user who signed in more than ten minutes ago),
     * `PASSKEY_DISABLED`, `PASSKEY_INVALID`.
     */
    linkPasskey: ({
      passkeyName,
    }: {
      /** What the user calls the passkey. Default: the product that keeps it, such as `iCloud Keychain`. */
      passkeyName?: string;
    } = {}): Promise<Session> =>
      pending
        .run(
          "Link",
          { passkeyName },
          () => ask("create", () => start("Link", asUser)),
          (credentialJson) => send.link(credentialJson, passkeyName),
        )
        .finally(kept.reload),
  };
}

/** The calls that do more than send what the platform answered. */
function senders({ keeper, call }: Caller, platform: PasskeyPlatform, kept: KeptPasskeys) {
  return {
    signIn: (credentialJson: string): Promise<Session> =>
      keeper.open(`${SERVICE}SignInWithPasskey`, { credentialJson }).catch((error: AuthError) => {
        const { signal, rp_id: rpId = "" } = error.metadata;
        const unknown = { rpId, credentialId: idOf(credentialJson) };
        if (signal === "unknown") signalTo(platform, (to) => to.signalUnknownCredential?.(unknown));
        throw error;
      }),

    link: (credentialJson: string, passkeyName?: string): Promise<Session> =>
      keeper
        .rotate(
          () => false,
          (attemptId, token) =>
            call(`${SERVICE}LinkPasskey`, { credentialJson, passkeyName, attemptId }, token),
        )
        .catch(async (error: AuthError) => {
          // Perhaps an earlier attempt has succeeded, but its answer was lost.
          const { current } = keeper.view;
          const isThere = async () =>
            (await kept.list()).some((each) => each.credentialId === idOf(credentialJson));
          const isRefused = /^PASSKEY_(INVALID|ALREADY_EXISTS)$/.test(error.reason);
          if (!current || !isRefused || !(await isThere())) throw error;
          return sessionOf(current);
        }),
  };
}

function idOf(credentialJson: string): string {
  return JSON.parse(credentialJson).id;
}

import type { TokenResponseJson } from "@svc/proto/svc/auth/v1/tokens_pb";
import { type Session, sessionOf } from "./auth-state.ts";
import type { Caller } from "./caller.ts";
import type {
  IdTokenInput,
  LinkPasswordInput,
  Provider,
  SignInInput,
  SignUpInput,
  User,
} from "./contract.ts";
import { withOauthProvider } from "./decode-user.ts";
import { deviceTokenOf, keepDeviceToken } from "./device-tokens.ts";

/** What `signUp` returns. Check `status`. */
export type SignUpResult =
  | {
      /** The new user is signed in. */
      status: "signedIn";
      /** The access token and its expiry. */
      session: Session;
    }
  | {
      /**
       * The project requires a verified email. Nobody is signed in yet: ask the user to follow the link in the email.
       * The answer is the same when the email has an account already.
       */
      status: "verifyEmail";
    };

export type SignInMethods = ReturnType<typeof signInMethods>;

export function signInMethods({ keeper, call, asUser, storageKey, lock }: Caller) {
  const { disk, open } = keeper;
  return {
    /**
     * Creates an account with email and password, and signs in. If the project requires a verified email, nobody is
     * signed in yet and the result is `verifyEmail`.
     *
     * @throws `AuthError`: `WEAK_PASSWORD` (`metadata.rule` says why), `EMAIL_ALREADY_EXISTS`, `SIGN_UP_CLOSED`,
     * `MFA_ENROLLMENT_REQUIRED` (as in `signInWithPassword`).
     *
     * @example
     * const result = await auth.signUp({ email, password, displayName: "Ada" });
     * if (result.status === "verifyEmail") show("Follow the link in the email that we sent you.");
     */
    async signUp(input: SignUpInput): Promise<SignUpResult> {
      const session = await open("SignUp", input);
      return session ? { status: "signedIn", session } : { status: "verifyEmail" };
    },

    /**
     * Signs in with email and password. A wrong password and an unknown email give the same error.
     *
     * @throws `AuthError`: `INVALID_CREDENTIALS`, `EMAIL_NOT_VERIFIED`, `USER_DISABLED`, `RATE_LIMITED` (wait for
     * `retryAfterMs`), `MFA_REQUIRED` and `MFA_ENROLLMENT_REQUIRED` (a second factor is needed: give the error to `begin` of
     * `@svc/sdk/mfa`).
     *
     * @example
     * import { isAuthError } from "@svc/sdk";
     *
     * try {
     *   await auth.signInWithPassword({ email, password });
     * } catch (error) {
     *   if (!isAuthError(error)) throw error;
     *   if (error.reason === "INVALID_CREDENTIALS") show("Email or password is wrong.");
     *   else if (error.reason === "EMAIL_NOT_VERIFIED") await auth.requestEmailVerification(email);
     *   else show("Try again later.");
     * }
     */
    signInWithPassword: async (input: SignInInput): Promise<Session> => {
      const deviceToken = deviceTokenOf(await disk.read(), input.email);
      return open("SignIn", { ...input, deviceToken });
    },

    /**
     * Signs in with an ID token from Google's or Apple's own SDK, and creates the account at the first sign-in. To sign
     * in without their SDKs, use `browserSignIn`.
     *
     * @throws `AuthError`: `EMAIL_ALREADY_EXISTS` (sign in with one of `metadata.sign_in_methods`, then call
     * `linkIdToken`), `OAUTH_TOKEN_INVALID`, `OAUTH_PROVIDER_DISABLED`, `PROVIDER_UNAVAILABLE`, `EMAIL_NOT_VERIFIED`,
     * `SIGN_UP_CLOSED`, `USER_DISABLED`, and those of second factors, as in `signInWithPassword`.
     *
     * @example
     * import { browserSignIn } from "@svc/sdk/browser";
     * import * as AppleAuthentication from "expo-apple-authentication";
     *
     * const { nonce, hashed } = browserSignIn(auth).createNonce();
     * const { identityToken } = await AppleAuthentication.signInAsync({ nonce: hashed });
     * if (identityToken) await auth.signInWithIdToken({ provider: "apple", idToken: identityToken, nonce });
     */
    signInWithIdToken: (input: IdTokenInput): Promise<Session> =>
      open("SignInWithOAuth", { credential: withOauthProvider(input) }),

    /**
     * Signs in as a guest: a user without email and password. A device that has a guest keeps it: further calls return
     * the same one, also offline. `linkPassword` makes the guest a permanent user with the same id.
     *
     * A guest who signs out cannot sign in again.
     *
     * @throws `AuthError`: `ANONYMOUS_SIGN_IN_DISABLED`.
     *
     * @example
     * await auth.ready;
     * if (!auth.user) await auth.signInAnonymously();
     */
    signInAnonymously: (): Promise<Session> =>
      lock(`${storageKey}.guest`, async () => {
        if ((await disk.read()).session?.user.isAnonymous) {
          // Also offline and with an expired token it is the same guest.
          await keeper.getAccessToken().catch(() => null);
          if (keeper.view.current) return sessionOf(keeper.view.current);
        }
        return open("SignInAnonymously");
      }),

    /**
     * Turns a guest into a permanent user with the same id, or gives a user who signed in with Google or Apple a
     * password.
     *
     * @throws `AuthError`: `EMAIL_ALREADY_EXISTS`, `WEAK_PASSWORD`, `NOT_A_GUEST` (the user has a password),
     * `REAUTHENTICATION_REQUIRED` (a permanent user who signed in more than ten minutes ago).
     *
     * @example
     * if (auth.user?.isAnonymous) await auth.linkPassword({ email, password, displayName: "Ada" });
     */
    linkPassword: (input: LinkPasswordInput): Promise<Session> =>
      keeper.rotate(
        (before, now) =>
          !before.hasPassword && now.hasPassword && now.email === input.email.trim().toLowerCase(),
        async (attemptId, token) => {
          const answer = await call<TokenResponseJson>("LinkPassword", { ...input, attemptId }, token);
          await keepDeviceToken(disk, input.email, answer.deviceToken);
          return answer;
        },
      ),

    /**
     * Adds a Google or Apple account to the signed-in user, with an ID token from the provider's own SDK. A guest becomes
     * a permanent user with the same id.
     *
     * @throws `AuthError`: `OAUTH_ACCOUNT_EXISTS` (another user has this account), `ALREADY_EXISTS` (the user has another
     * account of this provider), `OAUTH_TOKEN_INVALID`, `OAUTH_PROVIDER_DISABLED`, `PROVIDER_UNAVAILABLE`,
     * `REAUTHENTICATION_REQUIRED`.
     */
    linkIdToken: (input: IdTokenInput): Promise<Session> =>
      keeper.rotate(isLinked(input.provider), (attemptId, token) =>
        call("LinkOAuth", { credential: withOauthProvider(input), attemptId }, token),
      ),

    /**
     * Signs out on this device, at once and also offline. If the server cannot be reached, the client tells it
     * when the app starts the next time. With a `scope` it signs out on other devices.
     *
     * @throws `AuthError` only for `others` and `everywhere`, which need the server and change nothing without it; and
     * `STORAGE` when the session could not be removed from the device.
     *
     * @example
     * await auth.signOut();
     *
     * @example
     * // On all devices of the user.
     * await auth.signOut({ scope: "everywhere" });
     */
    async signOut({
      scope,
    }: {
      /** Which sessions to end. Default: `this`. */
      scope?: SignOutScope;
    } = {}): Promise<void> {
      await keeper.ready;
      if (scope === "others" || scope === "everywhere") await asUser("RevokeMyOtherSessions");
      if (scope !== "others") await keeper.close("user", scope !== "local");
    },
  };
}

/**
 * Which sessions of the user `signOut` ends:
 * - `this`: the one on this device (the default)
 * - `others`: all but the one on this device
 * - `everywhere`: all of them
 * - `local`: the one on this device, without telling the server
 * - `server`: the older name of `this`
 */
export type SignOutScope = "this" | "others" | "everywhere" | "local" | "server";

/** An earlier attempt to link has succeeded, but its answer was lost. */
export function isLinked(provider: Provider): (before: User, now: User) => boolean {
  const has = ({ identities }: User) => identities.some((identity) => identity.provider === provider);
  return (before, now) => !has(before) && has(now);
}

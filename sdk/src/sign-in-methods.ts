import type { SignUpResponseJson } from "@svc/proto/svc/auth/v1/auth_pb";
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
import { replaceable } from "./disk.ts";
import type { Lock } from "./shared-locks.ts";

export type SignUpResult =
  | { status: "signedIn"; session: Session }
  /** The project wants the e-mail verified first. Says nothing about whether the account is new. */
  | { status: "verifyEmail" };

export type SignInMethods = ReturnType<typeof signInMethods>;

export function signInMethods({ keeper, call, asUser, storageKey }: Caller, lock: Lock) {
  const { disk } = keeper;
  const ask = async <Answer>(method: string, request?: object): Promise<Answer> => {
    replaceable(await disk.read());
    return call(method, request);
  };
  const signIn = async (method: string, request?: object): Promise<Session> =>
    keeper.open(await ask(method, request));
  return {
    async signUp(input: SignUpInput): Promise<SignUpResult> {
      const { tokens } = await ask<SignUpResponseJson>("SignUp", input);
      return tokens ? { status: "signedIn", session: await keeper.open(tokens) } : { status: "verifyEmail" };
    },

    signInWithPassword: async (input: SignInInput): Promise<Session> => {
      const deviceToken = deviceTokenOf(await disk.read(), input.email);
      return signIn("SignIn", { ...input, deviceToken });
    },

    /** Signs in with a token of Google's or Apple's own SDK. */
    signInWithIdToken: (input: IdTokenInput): Promise<Session> =>
      signIn("SignInWithOAuth", { credential: withOauthProvider(input) }),

    /** Becomes a guest. Who is one already stays the same guest: a second one would lose the first one's data. */
    signInAnonymously: (): Promise<Session> =>
      lock(`${storageKey}.guest`, async () => {
        if ((await disk.read()).session?.user.isAnonymous) {
          // Also offline and with an expired token it is the same guest.
          await keeper.getAccessToken().catch(() => null);
          if (keeper.view.current) return sessionOf(keeper.view.current);
        }
        return signIn("SignInAnonymously");
      }),

    /** Turns a guest into a permanent user of the same id, or gives a user their first password. */
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

    /** Adds a Google or Apple account; a guest becomes permanent by it. */
    linkIdToken: (input: IdTokenInput): Promise<Session> =>
      keeper.rotate(isLinked(input.provider), (attemptId, token) =>
        call("LinkOAuth", { credential: withOauthProvider(input), attemptId }, token),
      ),

    /**
     * Signs out at once, also offline; the server is told as soon as it can be reached. `others` ends the user's
     * other sessions instead, and `everywhere` all of them: both need the server, and change nothing without it.
     * `local` does not tell the server at all; `server` is the older name of `this`.
     */
    async signOut({ scope }: { scope?: SignOutScope } = {}): Promise<void> {
      await keeper.ready;
      if (scope === "others" || scope === "everywhere") await asUser("RevokeMyOtherSessions");
      if (scope !== "others") await keeper.close("user", scope !== "local");
    },
  };
}

export type SignOutScope = "this" | "others" | "everywhere" | "local" | "server";

/** An earlier attempt to link has succeeded, but its answer was lost. */
export function isLinked(provider: Provider): (before: User, now: User) => boolean {
  const has = ({ identities }: User) => identities.some((identity) => identity.provider === provider);
  return (before, now) => !has(before) && has(now);
}

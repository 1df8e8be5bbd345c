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
import type { Lock } from "./shared-locks.ts";

export type SignUpResult =
  | { status: "signedIn"; session: Session }
  /** The project wants the e-mail verified first. Says nothing about whether the account is new. */
  | { status: "verifyEmail" };

export type SignInMethods = ReturnType<typeof signInMethods>;

export function signInMethods({ keeper, call, storageKey }: Caller, lock: Lock) {
  const opened = async (answer: Promise<TokenResponseJson>): Promise<Session> => keeper.open(await answer);
  return {
    async signUp(input: SignUpInput): Promise<SignUpResult> {
      const { tokens } = await call<SignUpResponseJson>("SignUp", input);
      return tokens ? { status: "signedIn", session: await keeper.open(tokens) } : { status: "verifyEmail" };
    },

    signInWithPassword: async (input: SignInInput): Promise<Session> => {
      const deviceToken = deviceTokenOf(await keeper.disk.read(), input.email);
      return opened(call("SignIn", { ...input, deviceToken }));
    },

    /** Signs in with a token of Google's or Apple's own SDK. */
    signInWithIdToken: (input: IdTokenInput): Promise<Session> =>
      opened(call("SignInWithOAuth", { credential: withOauthProvider(input) })),

    /** Becomes a guest. Who is one already stays the same guest: a second one would lose the first one's data. */
    signInAnonymously: (): Promise<Session> =>
      lock(`${storageKey}.guest`, async () => {
        if ((await keeper.disk.read()).session?.user.isAnonymous) {
          // Also offline and with an expired token it is the same guest.
          await keeper.getAccessToken().catch(() => null);
          if (keeper.view.current) return sessionOf(keeper.view.current);
        }
        return opened(call("SignInAnonymously"));
      }),

    /** Turns a guest into a permanent user of the same id, or gives a user their first password. */
    linkPassword: (input: LinkPasswordInput): Promise<Session> =>
      keeper.rotate(
        (before, now) =>
          !before.hasPassword && now.hasPassword && now.email === input.email.trim().toLowerCase(),
        async (attemptId, token) => {
          const answer = await call<TokenResponseJson>("LinkPassword", { ...input, attemptId }, token);
          await keepDeviceToken(keeper.disk, input.email, answer.deviceToken);
          return answer;
        },
      ),

    /** Adds a Google or Apple account; a guest becomes permanent by it. */
    linkIdToken: (input: IdTokenInput): Promise<Session> =>
      keeper.rotate(isLinked(input.provider), (attemptId, token) =>
        call("LinkOAuth", { credential: withOauthProvider(input), attemptId }, token),
      ),

    /**
     * Signs out at once, also offline. The server is told as soon as it can be reached; with `local` it is not
     * told at all.
     */
    async signOut({ scope }: { scope?: "local" | "server" } = {}): Promise<void> {
      await keeper.ready;
      await keeper.close("user", scope !== "local");
    },
  };
}

/** An earlier attempt to link has succeeded, but its answer was lost. */
export function isLinked(provider: Provider): (before: User, now: User) => boolean {
  const has = ({ identities }: User) => identities.some((identity) => identity.provider === provider);
  return (before, now) => !has(before) && has(now);
}

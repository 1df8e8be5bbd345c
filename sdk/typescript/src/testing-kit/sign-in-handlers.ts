import type {
  LinkPasswordRequestJson,
  RefreshTokenRequestJson,
  SignInRequestJson,
  SignOutRequestJson,
  SignUpRequestJson,
} from "@svc/proto/svc/auth/v1/auth_pb";
import type { TokenResponseJson } from "@svc/proto/svc/auth/v1/tokens_pb";
import { reauthenticate } from "./reauthenticate.ts";
import { invalidRequest, Refusal } from "./refusal.ts";
import { canonicalEmail, requireEmail, requireStrongPassword } from "./test-accounts.ts";
import type { TestRecords } from "./test-records.ts";
import { DEVICE_TOKEN, type TestSession } from "./test-sessions.ts";

export function signInHandlers({ accounts, sessions }: TestRecords) {
  return {
    SignUp({ email, password, displayName = "" }: SignUpRequestJson) {
      const user = { email: requireEmail(email), displayName: displayName.trim() };
      requireStrongPassword(password);
      accounts.requireFree(user.email);
      return { tokens: sessions.open(accounts.add(user, password)) };
    },

    SignIn({ email, password }: SignInRequestJson) {
      const account = accounts.find(({ user }) => user.email === canonicalEmail(email));
      if (!account?.password || account.password !== password) throw new Refusal("INVALID_CREDENTIALS");
      return sessions.open(account);
    },

    SignInAnonymously: () => sessions.open(accounts.add({})),

    RefreshToken: ({ refreshToken = "", attemptId }: RefreshTokenRequestJson) =>
      sessions.refresh(refreshToken, attemptId),

    SignOut({ refreshToken = "" }: SignOutRequestJson) {
      sessions.end(({ id }) => id === refreshToken.split(".")[0]);
      return {};
    },

    LinkPassword(request: LinkPasswordRequestJson, session: TestSession): TokenResponseJson {
      const { account } = session;
      const { user } = account;
      const email = requireEmail(request.email);
      if (account.password) throw new Refusal("NOT_A_GUEST");
      reauthenticate(sessions, session);
      if (user.email && user.email !== email)
        throw invalidRequest("email", "is not the account's email address");
      const password = requireStrongPassword(request.password);
      if (!user.email) accounts.requireFree(email);
      account.password = password;
      user.displayName = request.displayName?.trim() || user.displayName;
      Object.assign(user, { email, isAnonymous: false, hasPassword: true });
      return { ...sessions.rotate(session, request.attemptId), deviceToken: DEVICE_TOKEN };
    },
  };
}

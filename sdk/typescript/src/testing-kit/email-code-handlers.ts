import type {
  RequestEmailCodeRequestJson,
  SignInWithEmailCodeRequestJson,
} from "@svc/proto/svc/auth/v1/auth_pb";
import { canonicalEmail } from "./test-accounts.ts";
import type { TestRecords } from "./test-records.ts";

export function emailCodeHandlers({ accounts, sessions, emailCodes }: TestRecords) {
  return {
    RequestEmailCode: ({ email, codeChallenge = "", flowId = "" }: RequestEmailCodeRequestJson) => ({
      flowId: emailCodes.send(canonicalEmail(email), codeChallenge, flowId),
    }),

    SignInWithEmailCode({ flowId = "", code = "", codeVerifier = "" }: SignInWithEmailCodeRequestJson) {
      const email = emailCodes.redeem(flowId, code, codeVerifier);
      const known = accounts.find(({ user }) => user.email === email);
      const account = known ?? accounts.add({ email });
      if (!account.user.emailVerified) {
        // The first proof of the mailbox: others may have prepared the account.
        sessions.end((session) => session.account === account);
        Object.assign(account, { password: "", idTokens: {} });
        Object.assign(account.user, {
          emailVerified: true,
          isAnonymous: false,
          hasPassword: false,
          identities: [],
        });
      }
      return sessions.open(account);
    },
  };
}

import type { UserFactorsJson } from "@svc/proto/svc/auth/v1/factors_pb";
import type { CompleteSignInRequestJson, ReauthenticateRequestJson } from "@svc/proto/svc/auth/v1/mfa_pb";
import type { Handler } from "./handlers.ts";
import { Refusal } from "./refusal.ts";
import type { TestAccount } from "./test-accounts.ts";
import { TEST_RECOVERY_CODES, type TestFactors } from "./test-factors.ts";
import type { TestServer } from "./test-server.ts";
import type { TestSession, TestSessions } from "./test-sessions.ts";

/** `open` opens sessions without a second factor. */
export function mfaHandlers(
  server: TestServer,
  factors: TestFactors,
  open: TestSessions["open"],
  isRequired: boolean,
) {
  const { sessions, emailCodes, now } = server;

  const requirePasskey = (json: string, account: TestAccount) => {
    if (server.passkeys?.redeem(json).account !== account) throw new Refusal("PASSKEY_INVALID");
  };
  const requireProof = (session: TestSession) => {
    if (session.account.user.isAnonymous) throw new Refusal("MFA_DISABLED");
    if (!factors.of(session.account)) throw new Refusal("NOT_FOUND", { resource: "factor" });
    if (!sessions.isRecent(session) || !factors.isProvenIn(session)) {
      throw new Refusal("REAUTHENTICATION_REQUIRED");
    }
  };

  return {
    CompleteSignIn({ mfaToken = "", totpCode, recoveryCode, passkeyJson }: CompleteSignInRequestJson) {
      const challenge = factors.find(mfaToken, "sign_in", "proven");
      const { account, purpose } = challenge;
      if (purpose === "sign_in") {
        if (passkeyJson) requirePasskey(passkeyJson, account);
        else if (!factors.isProof(account, totpCode, recoveryCode)) factors.countWrong(challenge);
      }
      factors.spend(mfaToken);
      const answer = open(account);
      factors.prove(sessions.holderOf(answer.accessToken));
      return answer;
    },

    Reauthenticate(request: ReauthenticateRequestJson, session: TestSession) {
      const { password, totpCode, passkeyJson, emailCode, attemptId } = request;
      const { account } = session;
      if (passkeyJson) requirePasskey(passkeyJson, account);
      else if (emailCode) {
        const { flowId = "", code = "", codeVerifier = "" } = emailCode;
        const email = emailCodes.redeem(flowId, code, codeVerifier);
        if (email !== account.user.email) throw new Refusal("EMAIL_CODE_INVALID");
      } else if (totpCode) {
        if (!factors.isProof(account, totpCode)) throw new Refusal("MFA_CODE_INVALID");
      } else if (!password || password !== account.password) throw new Refusal("INVALID_CREDENTIALS");
      session.authenticatedAt = now();
      factors.prove(session, !!(passkeyJson || totpCode));
      return sessions.rotate(session, attemptId);
    },

    GetMyFactors(_: object, { account }: TestSession) {
      if (account.user.isAnonymous) throw new Refusal("MFA_DISABLED");
      const factor = factors.of(account);
      const mine: UserFactorsJson = {
        ...(factor && { totpEnrolledAt: factor.at }),
        ...(factor?.lastUsedAt && { totpLastUsedAt: factor.lastUsedAt }),
        recoveryCodesLeft: factor?.codes.size ?? 0,
        passkeys: server.passkeys?.of(account).length ?? 0,
        required: isRequired || !!factor,
      };
      return { factors: mine };
    },

    RemoveTotp(_: object, session: TestSession) {
      requireProof(session);
      factors.remove(session.account);
      sessions.endOthers(session);
      return {};
    },

    RegenerateRecoveryCodes(_: object, session: TestSession) {
      requireProof(session);
      factors.renewCodes(session.account);
      sessions.endOthers(session);
      return { recoveryCodes: TEST_RECOVERY_CODES };
    },
  } satisfies Record<string, Handler>;
}

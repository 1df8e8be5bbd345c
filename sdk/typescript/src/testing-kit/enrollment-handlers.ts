import type {
  ConfirmTotpEnrollmentRequestJson,
  StartRequiredEnrollmentRequestJson,
} from "@svc/proto/svc/auth/v1/mfa_pb";
import { toBase64Url } from "../base64url.ts";
import { sha256 } from "../sha256.ts";
import type { Handler } from "./handlers.ts";
import { reauthenticate } from "./reauthenticate.ts";
import { Refusal } from "./refusal.ts";
import type { TestAccount } from "./test-accounts.ts";
import { TEST_RECOVERY_CODES, TEST_TOTP_CODE, type TestFactors } from "./test-factors.ts";
import type { TestServer } from "./test-server.ts";
import type { TestSession } from "./test-sessions.ts";

const SECRET = "JBSWY3DPEHPK3PXP";

export function enrollmentHandlers(server: TestServer, factors: TestFactors) {
  const { sessions, emailCodes } = server;
  const hasFactor = (account: TestAccount) => !!factors.of(account) || !!server.passkeys?.of(account).length;

  const start = (account: TestAccount, session?: TestSession) => {
    const { token, challenge } = factors.add(account, "confirm", 10);
    const { email, emailVerified } = account.user;
    // A first factor needs the mailbox, if it is proven: a stolen password enrolls nobody.
    const needsEmailCode = emailVerified && !hasFactor(account);
    if (needsEmailCode) challenge.emailFlow = emailCodes.send(email, toBase64Url(sha256(token)), "");
    if (session) challenge.session = session;
    const uri = `otpauth://totp/Test:${encodeURIComponent(email)}?secret=${SECRET}&issuer=Test`;
    const expiresAt = new Date(challenge.until).toISOString();
    return { enrollment: { enrollmentToken: token, secret: SECRET, uri, needsEmailCode, expiresAt } };
  };

  return {
    StartRequiredEnrollment: ({ enrollmentToken = "" }: StartRequiredEnrollmentRequestJson) =>
      start(factors.find(enrollmentToken, "enroll").account),

    StartTotpEnrollment(_: object, session: TestSession) {
      const { account } = session;
      if (account.user.isAnonymous) throw new Refusal("MFA_DISABLED");
      if (hasFactor(account) && !factors.isProvenIn(session)) {
        throw new Refusal("REAUTHENTICATION_REQUIRED");
      }
      reauthenticate(sessions, session);
      return start(account, session);
    },

    ConfirmTotpEnrollment(request: ConfirmTotpEnrollmentRequestJson) {
      const { enrollmentToken = "", totpCode, emailCode = "" } = request;
      const challenge = factors.find(enrollmentToken, "confirm");
      const { account, session, emailFlow } = challenge;
      if (session?.hasEnded) throw new Refusal("SESSION_REVOKED");
      if (totpCode !== TEST_TOTP_CODE) factors.countWrong(challenge);
      if (emailFlow) emailCodes.redeem(emailFlow, emailCode, enrollmentToken);
      factors.enroll(account);
      factors.spend(enrollmentToken);
      sessions.end((each) => each.account === account && each !== session);
      if (session) factors.prove(session);
      const mfaToken = session ? "" : factors.add(account, "proven", 5).token;
      return { recoveryCodes: TEST_RECOVERY_CODES, mfaToken };
    },
  } satisfies Record<string, Handler>;
}

import type {
  ConfirmTotpEnrollmentResponseJson,
  StartTotpEnrollmentResponseJson,
} from "@svc/proto/svc/auth/v1/mfa_pb";
import type { AuthError } from "./auth-error.ts";
import type { Session } from "./auth-state.ts";
import type { Caller } from "./caller.ts";
import { withAttemptsLeft } from "./email-code-proof.ts";
import { type KeptFactors, SERVICE } from "./kept-factors.ts";
import { nothingBegun } from "./mfa-sign-in.ts";
import type { HeldStep, TotpEnrollment } from "./mfa-step.ts";

/** What `confirmTotpEnrollment` takes. */
export type TotpConfirmation = {
  /** Six digits that the authenticator app shows. */
  totpCode: string;
  /** The code that was mailed to the user, where `needsEmailCode` is true. */
  emailCode?: string;
};

/** What `confirmTotpEnrollment` returns. */
export type Enrolled = Readonly<{
  /** Each replaces the authenticator app once. Nobody can see them again: show them at once. */
  recoveryCodes: readonly string[];
  /** In a sign-in: the access token and its expiry. Absent when its answer was lost: then call `completeSignIn()`. */
  session?: Session | undefined;
}>;

/** The methods that enroll an authenticator app. */
export function mfaEnrollment(
  { call, asUser }: Caller,
  { hold, held }: HeldStep,
  kept: KeptFactors,
  completeSignIn: () => Promise<Session>,
) {
  const enroll = (answer: StartTotpEnrollmentResponseJson, token?: string): TotpEnrollment => {
    const { enrollmentToken, ...rest } = answer.enrollment ?? {};
    const enrollment = rest as TotpEnrollment;
    hold({ step: { step: "confirm", enrollment }, token, enrollmentToken });
    return enrollment;
  };

  return {
    /**
     * Begins to enroll an authenticator app in a sign-in that needs one. Again it returns the same secret, and mails the
     * code again where one is needed.
     *
     * @throws `AuthError`: `MFA_CHALLENGE_INVALID` (it took too long, or nothing was begun: sign in again).
     */
    async startRequiredEnrollment(): Promise<TotpEnrollment> {
      const enrollmentToken = held()?.token;
      if (!enrollmentToken) throw nothingBegun();
      return enroll(await call(`${SERVICE}StartRequiredEnrollment`, { enrollmentToken }), enrollmentToken);
    },

    /**
     * Begins to enroll an authenticator app for the signed-in user. It replaces the one that the user has, once it is
     * confirmed. A user who has none and a verified email gets a code by email: `needsEmailCode` says so.
     *
     * @throws `AuthError`: `REAUTHENTICATION_REQUIRED` (call `reauthenticate`), `MFA_DISABLED`.
     */
    startTotpEnrollment: async (): Promise<TotpEnrollment> =>
      enroll(await asUser(`${SERVICE}StartTotpEnrollment`)),

    /**
     * Enrolls the authenticator app with a code that it shows, and ends the user's other sessions. In a sign-in it then
     * opens the session. After a lost answer the app may be enrolled: sign in with its code, and replace the recovery codes.
     *
     * @throws `AuthError`: `MFA_CODE_INVALID` (the code of the app), `EMAIL_CODE_INVALID` (the code of the email), both with
     * `attemptsLeft`; `MFA_CHALLENGE_INVALID` (it took too long, or nothing was started: begin again), `SESSION_REVOKED`.
     */
    async confirmTotpEnrollment({ totpCode, emailCode }: TotpConfirmation): Promise<Enrolled> {
      const mine = held();
      const enrollmentToken = mine?.enrollmentToken;
      if (!enrollmentToken) throw nothingBegun();
      const method = `${SERVICE}ConfirmTotpEnrollment`;
      const request = { enrollmentToken, totpCode, emailCode };
      const { recoveryCodes = [], mfaToken } = await call<ConfirmTotpEnrollmentResponseJson>(
        method,
        request,
      ).catch((error: AuthError) => {
        if (error.reason === "MFA_CHALLENGE_INVALID" && held() === mine) hold();
        throw withAttemptsLeft(error);
      });
      hold({ step: { step: "recoveryCodes", recoveryCodes }, mfaToken });
      kept.reload();
      // The recovery codes are returned whatever comes of it.
      const session = mfaToken ? await completeSignIn().catch(() => undefined) : undefined;
      return { recoveryCodes, session };
    },
  };
}

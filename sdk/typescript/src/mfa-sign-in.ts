import { AuthError } from "./auth-error.ts";
import type { Session } from "./auth-state.ts";
import type { Caller } from "./caller.ts";
import { withAttemptsLeft } from "./email-code-proof.ts";
import { SERVICE } from "./kept-factors.ts";
import { challengeOf } from "./mfa-challenge.ts";
import { type SecondProof, withPasskey } from "./mfa-proof.ts";
import type { HeldStep, MfaStep } from "./mfa-step.ts";

/** The methods of a sign-in that needs a second factor. */
export function mfaSignIn({ keeper }: Caller, { hold, held, shown, listen }: HeldStep) {
  return {
    /**
     * Takes the error of a failed sign-in. When the sign-in needs a second factor, it returns what to show next, and
     * `mfaStep` returns the same. Undefined for all other errors.
     *
     * @example
     * import { mfa } from "@svc/sdk/mfa";
     *
     * try {
     *   await auth.signInWithPassword({ email, password });
     * } catch (error) {
     *   if (!mfa(auth).begin(error)) throw error;
     * }
     */
    begin(error: unknown): MfaStep | undefined {
      const challenge = challengeOf(error);
      if (!challenge) return undefined;
      const { token, factors, expiresAt } = challenge;
      const hasFactor = (error as AuthError).reason === "MFA_REQUIRED";
      const step: MfaStep = hasFactor ? { step: "prove", factors, expiresAt } : { step: "enroll", expiresAt };
      hold({ step, ...(hasFactor ? { mfaToken: token } : { token }) });
      return step;
    },

    /**
     * Opens the session of the sign-in that `begin` took, with the second factor. Call it again after a `retryable` error:
     * there is one session. Without a proof it only repeats what `confirmTotpEnrollment` could not finish.
     *
     * @throws `AuthError`: `MFA_CODE_INVALID` (`attemptsLeft` says how often a code can still be tried),
     * `MFA_CHALLENGE_INVALID` (it took too long, or nothing was begun: sign in again), `RATE_LIMITED` (too many wrong
     * codes: offer another factor), `PASSKEY_INVALID`, `CANCELLED`, `USER_DISABLED`, `EMAIL_NOT_VERIFIED`.
     *
     * @example
     * import { isAuthError } from "@svc/sdk";
     * import { mfa } from "@svc/sdk/mfa";
     *
     * try {
     *   await mfa(auth).completeSignIn({ totpCode: "123456" });
     * } catch (error) {
     *   if (isAuthError(error, "MFA_CODE_INVALID") && error.attemptsLeft) show("This code is wrong.");
     *   else if (isAuthError(error, "MFA_CHALLENGE_INVALID")) show("Please sign in again.");
     *   else throw error;
     * }
     */
    async completeSignIn(proof?: SecondProof): Promise<Session> {
      const mine = held();
      const mfaToken = mine?.mfaToken;
      if (!mfaToken) throw nothingBegun();
      const request = { mfaToken, ...(proof && (await withPasskey(proof))) };
      const isShown = mine.step.step === "recoveryCodes";
      try {
        const session = await keeper.open(`${SERVICE}CompleteSignIn`, request);
        if (held() === mine) hold(isShown ? { step: mine.step } : undefined);
        return session;
      } catch (thrown) {
        const error = withAttemptsLeft(thrown as AuthError);
        const isOver = error.reason === "MFA_CHALLENGE_INVALID" || error.attemptsLeft === 0;
        if (isOver && held() === mine) hold(isShown ? { step: mine.step } : undefined);
        throw error;
      }
    },

    /** Forgets the step: the user turned back, or has kept the recovery codes. Nothing is changed on the server. */
    cancel: (): void => hold(),

    /** What to show next, or null when there is nothing. `useMfa` of `@svc/sdk/react` renders by it. */
    mfaStep: (): MfaStep | null => shown(),

    /** Calls back when `mfaStep` has changed. Returns a function that stops it. */
    onMfaStepChange: (callback: () => void): (() => void) => listen(callback),
  };
}

export function nothingBegun(): AuthError {
  return new AuthError("MFA_CHALLENGE_INVALID", "nothing was begun", { code: "failed_precondition" });
}

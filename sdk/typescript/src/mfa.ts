import type { AuthClient } from "./auth-client.ts";
import { type Caller, callerOf } from "./caller.ts";
import { keepFactors } from "./kept-factors.ts";
import { mfaAccount } from "./mfa-account.ts";
import { mfaEnrollment } from "./mfa-enrollment.ts";
import { mfaSignIn } from "./mfa-sign-in.ts";
import { holdStep } from "./mfa-step.ts";

export type { MyFactors } from "./kept-factors.ts";
export type { SecondFactor } from "./mfa-challenge.ts";
export type { Enrolled, TotpConfirmation } from "./mfa-enrollment.ts";
export type { Proof, SecondProof } from "./mfa-proof.ts";
export type { MfaStep, TotpEnrollment } from "./mfa-step.ts";

/** What `mfa` returns. */
export interface Mfa
  extends ReturnType<typeof mfaSignIn>,
    ReturnType<typeof mfaEnrollment>,
    ReturnType<typeof mfaAccount> {}

/**
 * Second factors: codes of an authenticator app, recovery codes, and passkeys, which are both factors in one. For one
 * client it always returns the same object. `getProjectConfig()` says in `mfaPolicy` who needs one.
 *
 * Any sign-in may fail with `MFA_REQUIRED`: give its error to `begin`, ask for a code, and call `completeSignIn`; or with
 * `MFA_ENROLLMENT_REQUIRED`: then `startRequiredEnrollment` and `confirmTotpEnrollment` follow. What is between is in
 * memory only: after a restart of the app the user signs in again.
 *
 * @example
 * import { mfa } from "@svc/sdk/mfa";
 *
 * const factors = mfa(auth);
 * try {
 *   await auth.signInWithPassword({ email, password });
 * } catch (error) {
 *   if (!factors.begin(error)) throw error;
 *   await factors.completeSignIn({ totpCode: "123456" });
 * }
 */
export function mfa(client: AuthClient): Mfa {
  const caller = callerOf(client);
  caller.mfa ??= createMfa(caller);
  return caller.mfa as Mfa;
}

function createMfa(caller: Caller): Mfa {
  const step = holdStep(caller);
  const kept = keepFactors(caller);
  const signIn = mfaSignIn(caller, step);
  return {
    ...signIn,
    ...mfaEnrollment(caller, step, kept, signIn.completeSignIn),
    ...mfaAccount(caller, kept),
  };
}

import { type StepUp, TokenError } from "./token-error.ts";
import type { Expectations, VerifiedToken } from "./verified-token.ts";

/** Refuses a token whose user has proven too little, or too long ago. What the token does not say was not proven. */
export function requireStepUp(
  { amr, authenticatedAt }: VerifiedToken,
  stepUp: StepUp,
  { now, clockToleranceSec }: Pick<Expectations, "now" | "clockToleranceSec">,
): void {
  const { requireMfa, maxAuthAge } = stepUp;
  if (requireMfa && !amr.includes("mfa")) {
    throw new TokenError("MFA_NOT_PROVEN", "this needs a second factor: prove it first", { stepUp });
  }
  const ageSec = (now - (authenticatedAt?.getTime() ?? Number.NaN)) / 1000;
  // Also refused: no number at all.
  if (maxAuthAge !== undefined && !(ageSec <= maxAuthAge + clockToleranceSec)) {
    throw new TokenError("AUTHENTICATION_TOO_OLD", "the last sign-in is too long ago: prove who you are", {
      stepUp,
    });
  }
}

import { AppError } from "../../errors.ts";

/** Challenges of users and of administrators live as long and survive as much. */
export const CHALLENGE_MS = 5 * 60_000;
export const ENROLLMENT_MS = 10 * 60_000;
/** Wrong proofs that a challenge survives. */
export const CHALLENGE_ATTEMPTS = 5;

export function challengeInvalid(detail: string): AppError {
  return new AppError("MFA_CHALLENGE_INVALID", detail);
}

import type { App } from "../../app.ts";
import { stepOfCode } from "../../crypto/factors/totp.ts";
import { AppError } from "../../errors.ts";
import type { User } from "../../storage/db.ts";
import { findTotpFactor, useRecoveryCode, useTotpStep } from "../../storage/factors.ts";
import { recoveryCodeMac } from "./recovery-code-mac.ts";
import { openTotpSecret } from "./totp-secret.ts";
import { countWrongGuess, holdGuess } from "./wrong-codes.ts";

type CodeApp = Pick<App, "clock" | "db" | "secretBox">;
type Owner = Pick<User, "id" | "projectId">;

/**
 * Uses a code of the authenticator app up. Each works once, and none after a later one. Returns false when it is wrong: that
 * counts, so commit the transaction. Fails with RATE_LIMITED when too many were.
 */
export async function useTotpCode(app: CodeApp, user: Owner, code: string): Promise<boolean> {
  const guess = await holdGuess(app, user, "totp");
  const by = { projectId: user.projectId, userId: user.id };
  const factor = await findTotpFactor(app.db, by);
  const now = app.clock();
  const step = factor && stepOfCode(openTotpSecret(app, factor), code, now);
  const isRight =
    factor !== undefined &&
    step !== undefined &&
    (await useTotpStep(app.db, by, { step, secretSealed: factor.secretSealed, now }));
  if (!isRight) await countWrongGuess(app, guess);
  return isRight;
}

/**
 * The same for a recovery code, but a right one is never refused: with 58 bits none is guessed, and an attacker with the
 * password could close this way, too.
 */
export async function useTypedRecoveryCode(app: CodeApp, user: Owner, code: string): Promise<boolean> {
  const by = { projectId: user.projectId, userId: user.id };
  if (await useRecoveryCode(app.db, by, recoveryCodeMac(app, user, code), app.clock())) return true;
  await countWrongGuess(app, await holdGuess(app, user, "recovery_code"));
  return false;
}

export function wrongFactorCode(attemptsLeft?: number): AppError {
  const metadata = attemptsLeft === undefined ? {} : { attempts_left: String(attemptsLeft) };
  return new AppError("MFA_CODE_INVALID", "", metadata);
}

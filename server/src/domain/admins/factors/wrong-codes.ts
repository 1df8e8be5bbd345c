import type { App } from "../../../app.ts";
import type { SecondFactor } from "../../../errors.ts";
import { findAdminFactorFailures, putAdminFactorFailures } from "../../../storage/admin-factor-failures.ts";
import type { Millis } from "../../../storage/db.ts";
import { requireFewWrongCodes } from "../../factors/wrong-code-limit.ts";

type Guess = Readonly<{ adminId: string; factor: SecondFactor; times: readonly Millis[] }>;

/**
 * Fails with RATE_LIMITED when too many codes of this kind were wrong. Each kind has its own count, so that somebody who
 * knows the password cannot close all ways of its owner. Call it with the administrator locked.
 */
export async function holdGuess(
  app: Pick<App, "clock" | "db">,
  adminId: string,
  factor: SecondFactor,
): Promise<Guess> {
  const all = await findAdminFactorFailures(app.db, adminId, factor);
  return { adminId, factor, times: requireFewWrongCodes(all, app.clock(), `${factor} of ${adminId}`) };
}

/** Commit it whatever comes of the call. */
export function countWrongGuess(
  app: Pick<App, "clock" | "db">,
  { adminId, factor, times }: Guess,
): Promise<void> {
  return putAdminFactorFailures(app.db, adminId, factor, [...times, app.clock()]);
}

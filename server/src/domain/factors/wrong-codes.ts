import type { App } from "../../app.ts";
import type { SecondFactor } from "../../errors.ts";
import type { User } from "../../storage/db.ts";
import { lockFactorFailures, writeFactorFailures } from "../../storage/factors.ts";
import { requireFewWrongCodes } from "./wrong-code-limit.ts";

type Guess = Readonly<{ projectId: string; userId: string; factor: SecondFactor; times: readonly number[] }>;

/**
 * Fails with RATE_LIMITED when 50 proofs of this kind were wrong in the last 24 hours, for whichever challenge. Each kind
 * counts for itself, and only for codes of the app it is asked before they are checked: somebody who knows the password
 * cannot close the owner's other ways. Nobody else proves this factor of the user until the transaction ends.
 */
export async function holdGuess(
  app: Pick<App, "clock" | "db">,
  { id: userId, projectId }: Pick<User, "id" | "projectId">,
  factor: SecondFactor,
): Promise<Guess> {
  const all = await lockFactorFailures(app.db, { projectId, userId, factor });
  return {
    projectId,
    userId,
    factor,
    times: requireFewWrongCodes(all, app.clock(), `${factor} of ${userId}`),
  };
}

/** Counts a wrong proof. Commit it, whatever the caller is told. */
export function countWrongGuess(app: Pick<App, "clock" | "db">, guess: Guess): Promise<void> {
  return writeFactorFailures(app.db, guess, [...guess.times, app.clock()]);
}

import { AppError } from "@svc/server/errors";
import type { Check, CheckOf } from "./check.ts";

/** What a store thinks of a key: `ask` says what it saw, or throws the store's refusal. */
export async function triedCheck(check: CheckOf, ask: () => Promise<string>): Promise<Check> {
  try {
    return check.ok(await ask());
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return refusedByStore(
      check,
      error,
      "the store does not accept this key, or the key lacks permissions; a new key can take a day to work",
    );
  }
}

/** A refusal is a failure; a store that does not answer is not. */
export function refusedByStore(check: CheckOf, error: AppError, remedy: string): Check {
  const why = error.detail ?? error.message;
  return error.metadata.refused === "true"
    ? check.failure(why, remedy)
    : check.warning(why, "try again, and see whether this machine reaches the store");
}

import { Failure } from "../failure.ts";
import { oneLine } from "../table.ts";

export type CheckStatus = "ok" | "warning" | "failure" | "not_checked";

/** One line of the checklist. */
export type Check = Readonly<{
  /** Stable name for scripts. */
  id: string;
  title: string;
  status: CheckStatus;
  /** What was seen, or why nothing could be. */
  seen: string;
  /** What to do about it; empty when there is nothing to do. */
  remedy: string;
}>;

/** The answers that one check can have. */
export type CheckOf = Readonly<{
  ok(seen: string): Check;
  warning(seen: string, remedy: string): Check;
  failure(seen: string, remedy: string): Check;
  notChecked(seen: string, remedy?: string): Check;
}>;

export function checkOf(id: string, title: string): CheckOf {
  const answer = (status: CheckStatus, seen: string, remedy: string): Check => ({
    id,
    title,
    status,
    seen: oneLine(seen),
    remedy: oneLine(remedy),
  });
  return {
    ok: (seen) => answer("ok", seen, ""),
    warning: (seen, remedy) => answer("warning", seen, remedy),
    failure: (seen, remedy) => answer("failure", seen, remedy),
    notChecked: (seen, remedy = "") => answer("not_checked", seen, remedy),
  };
}

/** A refusal that the client has put into words already. Anything else is a bug and goes on. */
export function refusedCheck(check: CheckOf, error: unknown): Check {
  if (error instanceof Failure) return check.failure(error.message, error.hint);
  throw error;
}

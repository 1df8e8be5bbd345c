import { Failure } from "../failure.ts";
import type { Colour, Output } from "../output.ts";
import type { Check, CheckStatus } from "./check.ts";

const words: Readonly<Record<CheckStatus, readonly [string, Colour]>> = {
  ok: ["ok", "green"],
  warning: ["warning", "yellow"],
  failure: ["failure", "red"],
  not_checked: ["not checked", "yellow"],
};

/** One line for each check and, for people, one below it with the remedy. In a pipe the remedy is the last column. */
export function printChecks(output: Output, checks: readonly Check[], isForPeople: boolean): void {
  const lines = checks.flatMap(({ status, title, seen, remedy }) => {
    const [word, colour] = words[status];
    if (!isForPeople) return [{ cells: [word, title, seen, remedy], colour }];
    const below = remedy === "" ? [] : [{ cells: ["", "", `-> ${remedy}`], colour: undefined }];
    return [{ cells: [word, title, seen], colour }, ...below];
  });
  output.printFields(
    lines.map(({ cells }) => cells),
    lines.map(({ colour }) => colour),
  );
}

export function countOf(checks: readonly Check[], status: CheckStatus): number {
  return checks.filter((check) => check.status === status).length;
}

/** Ends the command with an exit code of its own when a check failed. */
export function requireNoFailures(checks: readonly Check[], hint: string): void {
  const failures = countOf(checks, "failure");
  if (failures === 0) return;
  const message = failures === 1 ? "1 check failed" : `${failures} checks failed`;
  throw new Failure("failed_precondition", "CHECKS_FAILED", message, hint);
}

export function summaryOf(checks: readonly Check[]): string {
  const parts = (["failure", "warning", "not_checked", "ok"] as const).flatMap((status) => {
    const count = countOf(checks, status);
    return count === 0 ? [] : [`${count} ${plural(status, count)}`];
  });
  return parts.join(", ");
}

function plural(status: CheckStatus, count: number): string {
  const [word] = words[status];
  return count === 1 || status === "ok" || status === "not_checked" ? word : `${word}s`;
}

import type { SpecChangeJson } from "@svc/proto/svc/admin/v1/project_spec_pb";
import { currentProcess } from "../current-process.ts";
import type { Check } from "../doctor/check.ts";
import { printChecks, requireNoFailures, summaryOf } from "../doctor/report.ts";
import type { Output } from "../output.ts";
import { printPlan } from "../remote/plan.ts";
import { renderSteps, type SetupStep } from "./step.ts";

export type SetupReport = Readonly<{
  project: string;
  provider: "google" | "apple";
  changes: readonly SpecChangeJson[];
  checks: readonly Check[];
  steps: readonly SetupStep[];
  /** What was found or made at the provider, where it has an API. */
  done?: Readonly<Record<string, string>>;
}>;

export function tellChanges(output: Output, changes: readonly SpecChangeJson[], slug: string): void {
  if (changes.length === 0) {
    output.say(`nothing to change in project ${slug}`);
    return;
  }
  if (!output.json) printPlan(output, { changes: [...changes] });
  output.say(`saved in project ${slug}`);
}

/** What to do when a check fails after everything was saved. */
export const FAILED_AFTER_SAVING = "fix each failure as shown and run this again; saved settings are kept";

/** Everything is told before a failed check ends the command. */
export function tellRest(output: Output, report: SetupReport): void {
  const { checks, steps } = report;
  if (output.json) output.printJson(report);
  else tellChecksAndSteps(output, checks, steps);
  requireNoFailures(checks, FAILED_AFTER_SAVING);
}

export function tellChecksAndSteps(
  output: Output,
  checks: readonly Check[],
  steps: readonly SetupStep[],
): void {
  output.say("");
  printChecks(output, checks, currentProcess().stdout.isTTY === true);
  output.sayText(`${summaryOf(checks)}\n\nSteps left for you to do:`);
  output.printText(`\n${renderSteps(steps)}\n`);
}

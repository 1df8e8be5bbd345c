import { toFailure } from "./failure.ts";
import type { Output } from "./output.ts";

/** An error that no caller awaits is a bug: say so like any other failure, and stop before it does harm. */
export function reportCrashes(output: Output): void {
  process.once("uncaughtException", (error) => {
    const failure = toFailure(error);
    output.fail(failure);
    process.exit(failure.exitCode);
  });
}

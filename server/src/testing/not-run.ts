import { spawnSync } from "node:child_process";
import type { TestContext } from "vitest";

/** Skips a test that this machine cannot run, so that it does not count as passed. */
export function notRun(context: TestContext, why: string): never {
  process.stderr.write(`\nNOT RUN: ${context.task.name}: ${why}\n`);
  context.skip(why);
  throw new Error("skipped");
}

export function hasStrace(): boolean {
  return spawnSync("strace", ["-qq", "-o", "/dev/null", "true"]).status === 0;
}

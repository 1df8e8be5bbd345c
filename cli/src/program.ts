import { type ProcessLike, runInProcess } from "./current-process.ts";
import { toFailure } from "./failure.ts";
import { frontPage } from "./front-page.ts";
import type { Output } from "./output.ts";

/** Runs one command line and returns the exit code. Nothing it meets is thrown. */
export function runProgram(
  argv: readonly string[],
  output: Output,
  given: ProcessLike = process,
): Promise<number> {
  return runInProcess(given, async () => {
    try {
      if (asksForFrontPage(argv)) output.printText(frontPage(output.columns));
      else await (await import("./command-line.ts")).runCommandLine(argv, output);
      return 0;
    } catch (error) {
      const failure = toFailure(error);
      output.fail(failure);
      return failure.exitCode;
    }
  });
}

function asksForFrontPage(argv: readonly string[]): boolean {
  const words = argv.filter((word) => word !== "--no-color");
  return words.length === 0 || (words.length === 1 && ["--help", "-h", "help"].includes(words[0] ?? ""));
}

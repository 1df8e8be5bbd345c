/** The problems that a check found, and one line that describes what it checked. */
export type Finding = { problems: readonly string[]; looked: string };

/** Prints the result of a check: the problems with exit code 1, or the one line. */
export function report({ problems, looked }: Finding): void {
  process.stdout.write(`${problems.length > 0 ? problems.join("\n") : looked}\n`);
  if (problems.length > 0) process.exitCode = 1;
}

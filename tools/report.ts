/** What a check found, and one line that says what it looked at. */
export type Finding = { problems: readonly string[]; looked: string };

/** Ends a check that runs as a program: the problems and exit code 1, or the one line. */
export function report({ problems, looked }: Finding): void {
  process.stdout.write(`${problems.length > 0 ? problems.join("\n") : looked}\n`);
  if (problems.length > 0) process.exitCode = 1;
}

import { readFileSync } from "node:fs";
import { inWorkingDirectory } from "../current-process.ts";
import { usageFailure } from "../failure.ts";

/** The bytes of a file that somebody named on the command line. */
export function readGivenFile(file: string, hint: string): Buffer {
  try {
    return readFileSync(inWorkingDirectory(file));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const problem = code === "ENOENT" ? `there is no file ${file}` : `cannot read ${file} (${code})`;
    throw usageFailure(problem, hint);
  }
}

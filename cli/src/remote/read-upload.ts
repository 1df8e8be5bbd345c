import { type Stats, statSync } from "node:fs";
import { inWorkingDirectory } from "../current-process.ts";
import { usageFailure } from "../failure.ts";
import { readGivenFile } from "./read-given-file.ts";

const MAX_BYTES = 1024 * 1024;

/** A file for the theme, as the contract takes bytes. What the server would refuse for its size is not even read. */
export function readUpload(file: string, hint: string): string {
  const stats = statsOf(file);
  const problem = stats && problemOf(stats);
  if (problem !== undefined) throw usageFailure(`${file} ${problem}`, hint);
  return readGivenFile(file, hint).toString("base64");
}

/** Undefined for what cannot be looked at: reading it says why. */
function statsOf(file: string): Stats | undefined {
  try {
    return statSync(inWorkingDirectory(file));
  } catch {
    return undefined;
  }
}

function problemOf(stats: Stats): string | undefined {
  if (stats.isDirectory()) return "is a folder";
  if (!stats.isFile()) return "is not a file";
  if (stats.size === 0) return "is empty";
  return stats.size > MAX_BYTES ? `has ${stats.size} bytes, and at most ${MAX_BYTES} are allowed` : undefined;
}

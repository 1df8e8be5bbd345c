import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Every file and directory below a path with its mode, time of change and content. Not for a
 * database that this process has open: reading it drops the locks on it.
 */
export function directorySnapshot(path: string): Record<string, string> {
  return Object.fromEntries(["", ...names(path)].map((name) => [name, describe(join(path, name))]));
}

function names(path: string): string[] {
  return lstatSync(path).isDirectory() ? readdirSync(path, { recursive: true, encoding: "utf8" }).sort() : [];
}

function describe(path: string): string {
  const { mode, mtimeNs } = lstatSync(path, { bigint: true });
  const isFile = lstatSync(path).isFile();
  const content = isFile ? createHash("sha256").update(readFileSync(path)).digest("hex") : "";
  return `${mode.toString(8)} ${mtimeNs} ${content}`;
}

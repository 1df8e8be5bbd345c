import { join, relative } from "node:path";

/** What to type to run this program from the working directory: the launcher of a checkout, or `svc`. */
export function programName(cwd: string): string {
  if (!import.meta.filename?.endsWith(".ts")) return "svc";
  const launcher = relative(cwd, join(import.meta.dirname, "..", "..", "svc"));
  return launcher.startsWith("..") ? "svc" : `./${launcher}`;
}

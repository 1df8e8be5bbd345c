import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import type { Environment } from "@svc/server/config";
import { Failure } from "./failure.ts";

/** A server and the token to talk to it with. */
export type SavedContext = Readonly<{ name: string; url: string; token: string }>;

export type Contexts = Readonly<{
  /** Name of the one that commands use when none is named. */
  current: string | undefined;
  all: readonly SavedContext[];
}>;

/** Where the contexts are kept: the platform's folder for settings. */
export function contextsFile(env: Environment): string {
  return join(settingsFolder(env), "svc", "contexts.json");
}

function settingsFolder({ XDG_CONFIG_HOME, APPDATA, HOME = homedir() }: Environment): string {
  if (process.platform === "win32") return APPDATA || join(homedir(), "AppData", "Roaming");
  // A relative path is invalid by the XDG specification and must be ignored.
  if (XDG_CONFIG_HOME && isAbsolute(XDG_CONFIG_HOME)) return XDG_CONFIG_HOME;
  return join(HOME, ...(process.platform === "darwin" ? ["Library", "Application Support"] : [".config"]));
}

export function readContexts(env: Environment): Contexts {
  const path = contextsFile(env);
  const text = readIfThere(path);
  return text === undefined ? { current: undefined, all: [] } : parseContexts(text, path);
}

/** True when other users of this machine can read the tokens. */
export function isOpenToOthers(env: Environment): boolean {
  if (process.platform === "win32") return false;
  const found = statSync(contextsFile(env), { throwIfNoEntry: false });
  return found !== undefined && (found.mode & 0o077) !== 0;
}

/** Replaces the file as a whole: whoever reads it meanwhile sees the old one or the new one. */
export function writeContexts(env: Environment, { current, all }: Contexts): void {
  const path = contextsFile(env);
  const stored = { current: current ?? null, contexts: all };
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    chmodSync(dirname(path), 0o700);
    replaceFile(throughLink(path), `${JSON.stringify(stored, null, 2)}\n`);
  } catch (error) {
    throw new Failure("failed_precondition", "NOT_POSSIBLE", `cannot write ${path}`, messageOf(error), {
      cause: error,
    });
  }
}

function replaceFile(path: string, text: string): void {
  const fresh = `${path}.${process.pid}.new`;
  rmSync(fresh, { force: true });
  const file = openSync(fresh, "wx", 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(fresh, path);
}

/** The file itself when the path is a link to it, as in a folder of dotfiles. */
function throughLink(path: string): string {
  return statSync(path, { throwIfNoEntry: false }) === undefined ? path : realpathSync(path);
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new Failure("failed_precondition", "NOT_POSSIBLE", `cannot read ${path}`, messageOf(error));
  }
}

function parseContexts(text: string, path: string): Contexts {
  try {
    const { current, contexts } = JSON.parse(text);
    if (!Array.isArray(contexts) || !contexts.every(isContext)) throw new TypeError("no list of contexts");
    return { current: typeof current === "string" ? current : undefined, all: contexts };
  } catch {
    const hint = "fix the file, or remove it and log in again";
    throw new Failure("failed_precondition", "NOT_POSSIBLE", `${path} is damaged`, hint);
  }
}

function isContext(value: unknown): value is SavedContext {
  const { name, url, token } = Object(value);
  return [name, url, token].every((part) => typeof part === "string") && URL.canParse(url);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

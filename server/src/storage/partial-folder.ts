import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "../errors.ts";
import { lockFile } from "./file-lock.ts";

const LOCK = "svc-backup.lock";
const TRIES = 3;

export type PartialFolder = Readonly<{
  path: string;
  /** Makes a folder in it. */
  make: (name: string) => string;
  remove: () => void;
}>;

/**
 * A folder for an unfinished file, beside its final place. It contains a lock, which goes away with the
 * process: what a killed one left behind is removed by the next that comes to the same folder.
 */
export function openPartial(folder: string, name: string): PartialFolder {
  const path = join(folder, `.${name}.partial`);
  sweep(folder);
  const lock = existsSync(path) ? undefined : lockNew(path, TRIES);
  if (!lock) throw new OperatorError(`${path} is in use`, "wait until the other backup is done");
  return {
    path,
    make(name) {
      mkdirSync(join(path, name), { mode: 0o700 });
      return join(path, name);
    },
    remove: () => empty(path, lock.release),
  };
}

/** Until the new folder has its lock, another process may remove it as a leftover. */
function lockNew(path: string, tries: number): ReturnType<typeof lockFile> {
  try {
    mkdirSync(path, { mode: 0o700 });
    return lockFile(join(path, LOCK));
  } catch (error) {
    if (tries === 1 || existsSync(path)) throw error;
    return lockNew(path, tries - 1);
  }
}

function sweep(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (existsSync(join(path, LOCK))) {
      const lock = lockFile(join(path, LOCK));
      if (lock) empty(path, lock.release);
    } else if (/^\..+\.partial$/.test(name)) empty(path, () => {}); // only if there is nothing in it
  }
}

/** The lock goes last: a folder without one is empty. */
function empty(path: string, release: () => void): void {
  const isLocked = existsSync(join(path, LOCK));
  for (const name of isLocked ? readdirSync(path) : []) {
    if (name !== LOCK) rmSync(join(path, name), { recursive: true, force: true });
  }
  release();
  rmSync(join(path, LOCK), { force: true });
  try {
    rmdirSync(path);
  } catch {
    // another process has just begun to use it, or it is not ours
  }
}

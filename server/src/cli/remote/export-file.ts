import {
  closeSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { Failure, usageFailure } from "../failure.ts";

export type ExportFile = Readonly<{
  write(text: string): void;
  /** Gives the file its name: until then what was there before is still there. */
  finish(): void;
  /** Removes what is not finished. */
  discard(): void;
}>;

/** A file of password hashes: nobody else may read it, and nobody ever sees half of it. */
export function openExportFile(path: string): ExportFile {
  const target = targetOf(path);
  const fresh = `${target}.${process.pid}.new`;
  const onInterrupt = () => {
    discard();
    process.kill(process.pid, "SIGINT");
  };
  process.once("SIGINT", onInterrupt); // before there is a file that would be left behind
  const file = attempt(path, () => {
    rmSync(fresh, { force: true });
    return openSync(fresh, "wx", 0o600);
  });
  let isOpen = true;
  const close = () => {
    if (isOpen) closeSync(file);
    isOpen = false;
  };
  const discard = () => {
    close();
    process.off("SIGINT", onInterrupt);
    rmSync(fresh, { force: true });
  };
  return {
    write: (text) => attempt(path, () => writeAll(file, Buffer.from(text))),
    finish: () =>
      attempt(path, () => {
        fsyncSync(file);
        close();
        renameSync(fresh, target);
      }),
    discard,
  };
}

export function isFileAt(path: string): boolean {
  return attempt(path, () => statSync(path, { throwIfNoEntry: false })?.isFile() === true);
}

/** The file behind a link, so that the link stays one. A device or a folder must not be replaced. */
function targetOf(path: string): string {
  const found = attempt(path, () => statSync(path, { throwIfNoEntry: false }));
  if (found === undefined) return path;
  if (!found.isFile()) throw usageFailure(`${path} is not a file`, "name a file with -o, or leave -o out");
  return realpathSync(path);
}

function writeAll(file: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

function attempt<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const hint = code === "ENOENT" ? "its folder does not exist; make it first" : message;
    throw new Failure("failed_precondition", "NOT_POSSIBLE", `cannot write ${path}`, hint, { cause: error });
  }
}

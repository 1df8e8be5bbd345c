import {
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { currentProcess, inWorkingDirectory } from "../current-process.ts";
import { Failure, usageFailure } from "../failure.ts";

export type ExportFile = Readonly<{
  write(text: string): void;
  /** Gives the file its name: until then what was there before is still there. */
  finish(): void;
  /** Removes what is not finished. */
  discard(): void;
}>;

/** Ctrl-C, `kill`, and a terminal that is closed. */
const ENDING = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** A file of password hashes: nobody else may read it, and nobody ever sees half of it. */
export function openExportFile(path: string): ExportFile {
  const target = targetOf(path);
  const current = currentProcess();
  const fresh = `${target}.${process.pid}.new`;
  const onSignal = (signal: NodeJS.Signals) => {
    discard();
    process.kill(process.pid, signal);
  };
  for (const signal of ENDING) current.once(signal, onSignal); // before there is a file that would be left behind
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
    for (const signal of ENDING) current.off(signal, onSignal);
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
  return attempt(
    path,
    () => statSync(inWorkingDirectory(path), { throwIfNoEntry: false })?.isFile() === true,
  );
}

/** `/dev/stdout` and its like name what is open already, and the file behind it must not be replaced. */
export function refuseDescriptor(path: string): void {
  if (!attempt(path, () => isDescriptor(inWorkingDirectory(path)))) return;
  throw usageFailure(`${path} is not the name of a file`, "leave -o out to write to standard output");
}

function isDescriptor(path: string): boolean {
  const folder = realpathSync(dirname(path));
  if (/^\/(dev|proc\/.+)\/fd$/.test(folder)) return true;
  const link = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : undefined;
  return link !== undefined && isDescriptor(resolve(folder, link));
}

/** The file behind a link, so that the link stays one. A device or a folder must not be replaced. */
function targetOf(path: string): string {
  const file = inWorkingDirectory(path);
  const found = attempt(path, () => statSync(file, { throwIfNoEntry: false }));
  if (found === undefined) return file;
  if (!found.isFile()) throw usageFailure(`${path} is not a file`, "name a file with -o, or leave -o out");
  return realpathSync(file);
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

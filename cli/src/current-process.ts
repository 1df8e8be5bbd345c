import { AsyncLocalStorage } from "node:async_hooks";
import { resolve } from "node:path";

/** What a command has from the process that it runs in. Tests give it streams, variables and a folder of their own. */
export type ProcessLike = Pick<
  NodeJS.Process,
  "stdin" | "stdout" | "stderr" | "env" | "cwd" | "on" | "once" | "off" | "exit"
>;

const storage = new AsyncLocalStorage<ProcessLike>();

/** The process that the running command was given. */
export function currentProcess(): ProcessLike {
  return storage.getStore() ?? process;
}

export function runInProcess<T>(given: ProcessLike, work: () => Promise<T>): Promise<T> {
  return storage.run(given, work);
}

/** A file that somebody named on the command line, from the working directory on. */
export function inWorkingDirectory(file: string): string {
  return resolve(currentProcess().cwd(), file);
}

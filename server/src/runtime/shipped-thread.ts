import { isSea } from "node:sea";
import { MessagePort, Worker } from "node:worker_threads";
import { pathOfShipped, readShipped } from "./shipped-files.ts";

/** Runs a source file as a worker thread, by its path from the root of the repository. */
export function startShippedThread(file: string, workerData: object): Worker {
  const transferList = Object.values(workerData).filter((value) => value instanceof MessagePort);
  const options = { workerData, transferList, env: {}, execArgv: [] };
  if (isSea()) return new Worker(readShipped(file).toString(), { ...options, eval: true });
  return new Worker(pathOfShipped(file), options);
}

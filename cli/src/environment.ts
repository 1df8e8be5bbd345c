import type { Environment } from "@svc/server/config";

export function environment(): Environment {
  return process.env;
}

/** Of the threads that Node makes when the first of them is needed. Who starts the program may have set it. */
export function setThreads(threads: number): void {
  process.env.UV_THREADPOOL_SIZE ??= String(threads);
}

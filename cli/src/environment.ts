import type { Environment } from "@svc/server/config";

export function environment(): Environment {
  return process.env;
}

/**
 * Sets the size of Node's thread pool, which is created when it is first used. A size that the operator has set stays.
 */
export function setThreads(threads: number): void {
  process.env.UV_THREADPOOL_SIZE ??= String(threads);
}

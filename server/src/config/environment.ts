export type Environment = Readonly<Record<string, string | undefined>>;

export function environment(): Environment {
  return process.env;
}

/** Sets the size of Node's thread pool, which is created on first use. A value from the environment takes precedence. */
export function setThreads(threads: number): void {
  process.env.UV_THREADPOOL_SIZE ??= String(threads);
}

import type { ServerResponse } from "node:http";
import { AppError } from "../../errors.ts";

/** How long a caller may take to accept its answer. */
const SEND_MS = 30_000;

/** The time of one call, from its headers to the last byte of its answer. */
export type Lifetime = {
  /** Aborted when the caller goes away or its deadline passes. */
  readonly signal: AbortSignal;
  /** Does the work, or fails as soon as the signal aborts. */
  run: <T>(timeoutMs: number, work: () => Promise<T>) => Promise<T>;
  /** From here on only the sending is timed, so that a caller who reads nothing holds nothing for long. */
  answered: () => void;
};

export function lifetimeOf(response: ServerResponse): Lifetime {
  const aborter = new AbortController();
  const { promise: over, reject } = Promise.withResolvers<never>();
  over.catch(() => {}); // it may end before anybody waits
  let timer: NodeJS.Timeout | undefined;
  let isAnswered = false;
  let isClosed = false;
  const end = (error: AppError): void => {
    reject(error);
    aborter.abort(error);
  };
  response.once("close", () => {
    clearTimeout(timer);
    isClosed = true;
    if (!isAnswered) end(new AppError("CANCELLED"));
  });
  return {
    signal: aborter.signal,
    async run(timeoutMs, work) {
      if (timeoutMs <= 0) throw new AppError("DEADLINE_EXCEEDED");
      timer = setTimeout(() => end(new AppError("DEADLINE_EXCEEDED")), timeoutMs);
      return Promise.race([work(), over]);
    },
    answered() {
      clearTimeout(timer);
      isAnswered = true;
      if (!isClosed) timer = setTimeout(() => response.destroy(), SEND_MS);
    },
  };
}

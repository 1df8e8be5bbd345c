import type { ServerResponse } from "node:http";
import { Http2ServerResponse } from "node:http2";
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
  let aborter: AbortController | undefined; // few handlers ask for the signal, and making one costs every call
  let failure: AppError | undefined;
  let fail: (error: AppError) => void = () => {};
  let timer: NodeJS.Timeout | undefined;
  let isAnswered = false;
  // Node's own response does not tell when the answer to a HEAD has gone over HTTP/2; its stream does.
  const channel = response instanceof Http2ServerResponse ? response.stream : response;
  let isClosed = channel.destroyed; // gone before the call began, and heard of no more
  const end = (error: AppError): void => {
    failure = error;
    fail(error);
    aborter?.abort(error);
  };
  channel.once("close", () => {
    clearTimeout(timer);
    isClosed = true;
    if (!isAnswered) end(new AppError("CANCELLED"));
  });
  if (isClosed) end(new AppError("CANCELLED"));
  return {
    get signal() {
      aborter ??= new AbortController();
      if (failure) aborter.abort(failure);
      return aborter.signal;
    },
    run(timeoutMs, work) {
      return new Promise((resolve, reject) => {
        if (failure) throw failure;
        if (timeoutMs <= 0) throw new AppError("DEADLINE_EXCEEDED");
        fail = reject;
        timer = setTimeout(() => end(new AppError("DEADLINE_EXCEEDED")), timeoutMs);
        work().then(resolve, reject);
      });
    },
    answered() {
      clearTimeout(timer);
      isAnswered = true;
      if (!isClosed) timer = setTimeout(() => response.destroy(), SEND_MS);
    },
  };
}

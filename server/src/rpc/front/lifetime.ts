import { AppError } from "../../errors.ts";
import type { Exchange } from "./exchange.ts";

/** How long a caller may take to accept its answer. */
const SEND_MS = 30_000;

/** The time of one call, from its headers to the last byte of its answer. */
export class Lifetime {
  readonly #exchange: Pick<Exchange, "isClosed" | "onClose" | "destroy">;
  readonly #onEnd: (error: AppError) => void;
  #aborter: AbortController | undefined; // few handlers ask for the signal, and making one costs every call
  #failure: AppError | undefined;
  #timer: NodeJS.Timeout | undefined;
  #timerMs = 0;
  #isAnswered = false;
  #isClosed: boolean;

  /** `onEnd` is told when the caller goes away or its deadline passes before there is an answer. */
  constructor(
    exchange: Pick<Exchange, "isClosed" | "onClose" | "destroy">,
    onEnd: (error: AppError) => void,
  ) {
    this.#exchange = exchange;
    this.#onEnd = onEnd;
    this.#isClosed = exchange.isClosed;
    if (!this.#isClosed) exchange.onClose(() => this.#close());
  }

  /** Aborted when the caller goes away or its deadline passes. */
  get signal(): AbortSignal {
    this.#aborter ??= new AbortController();
    if (this.#failure) this.#aborter.abort(this.#failure);
    return this.#aborter.signal;
  }

  /** Whether the work is to begin at all. */
  begin(timeoutMs: number): boolean {
    if (this.#isClosed) this.#end(new AppError("CANCELLED"));
    else if (timeoutMs <= 0) this.#end(new AppError("DEADLINE_EXCEEDED"));
    else this.#watch(timeoutMs);
    return this.#failure === undefined;
  }

  /** From here on only the sending is timed, so that a caller who reads nothing holds nothing for long. */
  answered(): void {
    this.#isAnswered = true;
    if (this.#isClosed) clearTimeout(this.#timer);
    else if (this.#timerMs === SEND_MS) this.#timer?.refresh();
    else this.#watch(SEND_MS);
  }

  #watch(ms: number): void {
    clearTimeout(this.#timer);
    this.#timerMs = ms;
    this.#timer = setTimeout(onTime, ms, this);
  }

  #close(): void {
    clearTimeout(this.#timer);
    this.#isClosed = true;
    if (!this.#isAnswered) this.#end(new AppError("CANCELLED"));
  }

  /** The time that was watched is over. */
  expire(): void {
    if (this.#isAnswered) this.#exchange.destroy();
    else this.#end(new AppError("DEADLINE_EXCEEDED"));
  }

  #end(error: AppError): void {
    this.#failure = error;
    this.#aborter?.abort(error);
    this.#onEnd(error);
  }
}

function onTime(lifetime: Lifetime): void {
  lifetime.expire();
}

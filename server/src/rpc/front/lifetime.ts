import { AppError } from "../../errors.ts";
import type { Exchange } from "./exchange.ts";

/** How long a caller may take to accept its answer. */
const SEND_MS = 30_000;

/**
 * The time of one call, from its headers to the last byte of its answer. Most calls are over in the turn of the event
 * loop that they came in, where nothing else can happen to them: only those that are not are watched.
 */
export class Lifetime {
  readonly #exchange: Pick<Exchange, "isClosed" | "onClose" | "destroy">;
  readonly #onEnd: (error: AppError) => void;
  #aborter: AbortController | undefined; // few handlers ask for the signal, and making one costs every call
  #failure: AppError | undefined;
  #leftMs = SEND_MS;
  #timer: NodeJS.Timeout | undefined;
  #isAnswered = false;

  /** `onEnd` is told when the caller goes away or its deadline passes before there is an answer. */
  constructor(
    exchange: Pick<Exchange, "isClosed" | "onClose" | "destroy">,
    onEnd: (error: AppError) => void,
  ) {
    this.#exchange = exchange;
    this.#onEnd = onEnd;
    watchAfterThisTurn(this);
  }

  /** Aborted when the caller goes away or its deadline passes. */
  get signal(): AbortSignal {
    this.#aborter ??= new AbortController();
    if (this.#failure) this.#aborter.abort(this.#failure);
    return this.#aborter.signal;
  }

  /** Whether the work is to begin at all. */
  begin(timeoutMs: number): boolean {
    this.#leftMs = timeoutMs;
    if (this.#exchange.isClosed) this.#end(new AppError("CANCELLED"));
    else if (timeoutMs <= 0) this.#end(new AppError("DEADLINE_EXCEEDED"));
    return this.#failure === undefined;
  }

  /** From here on only the sending is timed, so that a caller who reads nothing holds nothing for long. */
  answered(): void {
    this.#isAnswered = true;
    this.#leftMs = SEND_MS;
    if (this.#timer) this.#startTimer();
  }

  watch(): void {
    if (this.#exchange.isClosed) this.#close();
    else {
      this.#exchange.onClose(() => this.#close());
      this.#startTimer();
    }
  }

  #startTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(onTime, this.#leftMs, this);
  }

  #close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#isAnswered) this.#end(new AppError("CANCELLED"));
  }

  /** The time that was left is over. */
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

let ofThisTurn: Lifetime[] = [];

/** The loop's clock stands still until then, so nobody gets more time than was given. */
function watchAfterThisTurn(lifetime: Lifetime): void {
  if (ofThisTurn.push(lifetime) === 1) setImmediate(watchAll);
}

function watchAll(): void {
  const begun = ofThisTurn;
  ofThisTurn = [];
  for (const lifetime of begun) lifetime.watch();
}

function onTime(lifetime: Lifetime): void {
  lifetime.expire();
}

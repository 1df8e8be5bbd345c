/** A step of a call that waits until the test releases it. */
export type Held = Readonly<{
  /** Resolves once the call waits here. */
  reached: Promise<void>;
  /** Releases the call, or makes the step fail. */
  release: (failure?: Error) => void;
}>;

/** A point that calls pass, where the test can hold the next one. */
export class Gate {
  #next: { arrive: () => void; released: Promise<void> } | undefined;

  /** Holds the next call. Later calls pass. */
  holdNext(): Held {
    const arrival = Promise.withResolvers<void>();
    const departure = Promise.withResolvers<void>();
    departure.promise.catch(() => {}); // a failure without a waiting call
    this.#next = { arrive: arrival.resolve, released: departure.promise };
    return {
      reached: arrival.promise,
      release: (failure) => (failure ? departure.reject(failure) : departure.resolve()),
    };
  }

  async pass(): Promise<void> {
    const held = this.#next;
    this.#next = undefined;
    held?.arrive();
    await held?.released;
  }
}

/** How a call ended that was held for a while. */
export type Outcome<T> = PromiseSettledResult<T>;

/**
 * Starts a call, waits until it is held, runs another action to its end and releases the call. A call that ends before
 * it is held fails the test, because then there was no race.
 */
export async function during<T>(
  held: Held,
  start: () => Promise<T>,
  meanwhile: () => Promise<unknown>,
): Promise<Outcome<T>> {
  const ended = Promise.allSettled([start()]).then(([outcome]) => outcome);
  const early = await Promise.race([held.reached, ended]);
  if (early) throw new Error(`the call was never held: it was ${early.status}`, { cause: early });
  try {
    await meanwhile();
  } finally {
    held.release();
  }
  return ended;
}

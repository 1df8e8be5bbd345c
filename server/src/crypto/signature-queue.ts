const PLACES = 256; // a power of two, so that counting may run over
const TEXT_BYTES = 2_048;
const SIGNATURE_BYTES = 64;

/** A place is free, then ready to be signed, taken by the signer, and done. Unwanted is what was taken back meanwhile. */
const [FREE, READY, TAKEN, DONE, UNWANTED] = [0, 1, 2, 3, 4];

/** Where each kind of number begins: one for the desk, then one for each place. */
const [PUT, ASLEEP, STATES] = [0, 1, 2];
const LENGTHS = STATES + PLACES;
const KEYS = LENGTHS + PLACES;
const NUMBERS = KEYS + PLACES;

export type Job = Readonly<{ place: number; key: number; text: Buffer }>;

/**
 * Memory that two threads share: one lays down what is to be signed, the other signs it. Neither waits for the other; what is not done
 * when it is needed is taken back. Whoever moves a place on does so by comparing and exchanging, so that it belongs to one of them.
 */
class Desk {
  readonly memory: SharedArrayBuffer;
  protected readonly numbers: Int32Array;
  protected readonly texts: readonly Buffer[];
  protected readonly signatures: readonly Buffer[];

  constructor(memory: SharedArrayBuffer) {
    const views = (from: number, bytes: number): Buffer[] =>
      Array.from({ length: PLACES }, (_, place) => Buffer.from(memory, from + place * bytes, bytes));
    this.memory = memory;
    this.numbers = new Int32Array(memory, 0, NUMBERS);
    this.texts = views(NUMBERS * 4, TEXT_BYTES);
    this.signatures = views(NUMBERS * 4 + PLACES * TEXT_BYTES, SIGNATURE_BYTES);
  }

  protected move(place: number, from: number, to: number): number {
    return Atomics.compareExchange(this.numbers, STATES + place, from, to);
  }
}

/** The side of who wants signatures. */
export class DeskInFront extends Desk {
  /** Of each place the number of what lies there. A transaction that failed never comes back for it. */
  readonly #tickets = new Int32Array(PLACES);
  #put = 0;

  constructor() {
    super(new SharedArrayBuffer(NUMBERS * 4 + PLACES * (TEXT_BYTES + SIGNATURE_BYTES)));
  }

  /** Returns a ticket; undefined when there is no room. */
  lay(key: number, text: string): number | undefined {
    if (text.length > TEXT_BYTES) return undefined;
    const place = this.#put & (PLACES - 1);
    const state = this.move(place, READY, FREE); // so old that nobody comes for it, or whoever comes is too late
    if (state === TAKEN || state === UNWANTED) return undefined;
    this.#put = (this.#put + 1) | 0;
    this.#tickets[place] = this.#put;
    this.numbers[LENGTHS + place] = this.texts[place]?.write(text, "latin1") ?? 0;
    this.numbers[KEYS + place] = key;
    Atomics.store(this.numbers, STATES + place, READY);
    Atomics.store(this.numbers, PUT, this.#put);
    return this.#put;
  }

  wake(): void {
    if (Atomics.load(this.numbers, ASLEEP) === 1) Atomics.notify(this.numbers, PUT);
  }

  /** The signature in base64url, or why there is none: nobody had begun, or somebody has not finished. Either way it is no longer wanted. */
  collect(ticket: number): { signature?: string; wasUntouched?: boolean } {
    const place = (ticket - 1) & (PLACES - 1);
    if (this.#tickets[place] !== ticket) return {};
    let state = this.move(place, READY, FREE);
    if (state === READY) return { wasUntouched: true };
    if (state === TAKEN) state = this.move(place, TAKEN, UNWANTED);
    if (state !== DONE) return {};
    const signature = this.signatures[place]?.toString("base64url") ?? "";
    Atomics.store(this.numbers, STATES + place, FREE);
    return { signature };
  }
}

/** The side of who signs. */
export class DeskBehind extends Desk {
  #seen = 0;

  /** Undefined when everything was looked at. */
  take(): Job | undefined {
    const put = Atomics.load(this.numbers, PUT);
    if (((put - this.#seen) | 0) > PLACES) this.#seen = (put - PLACES) | 0; // what lay there before is gone
    while (this.#seen !== put) {
      const place = this.#seen & (PLACES - 1);
      this.#seen = (this.#seen + 1) | 0;
      if (this.move(place, READY, TAKEN) !== READY) continue;
      const length = this.numbers[LENGTHS + place];
      return {
        place,
        key: this.numbers[KEYS + place] ?? 0,
        text: Buffer.from(this.texts[place]?.subarray(0, length) ?? []),
      };
    }
    return undefined;
  }

  /** Without a signature whoever wanted it makes it. */
  finish(place: number, signature?: Uint8Array): void {
    if (signature) this.signatures[place]?.set(signature);
    if (signature && this.move(place, TAKEN, DONE) === TAKEN) return;
    Atomics.store(this.numbers, STATES + place, FREE);
  }

  /** Until something new lies there. */
  sleep(): void {
    Atomics.store(this.numbers, ASLEEP, 1);
    Atomics.wait(this.numbers, PUT, this.#seen);
    Atomics.store(this.numbers, ASLEEP, 0);
  }
}

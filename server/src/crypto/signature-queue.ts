const SLOTS = 256; // a power of two, so that the counter may overflow
const TEXT_BYTES = 2_048;
const SIGNATURE_BYTES = 64;

/** The states of a slot. A job becomes CANCELLED when the caller gives up while the worker is signing it. */
const [FREE, QUEUED, SIGNING, DONE, CANCELLED] = [0, 1, 2, 3, 4];

/** Offsets in the array of integers: two for the whole queue, then one of each kind per slot. */
const [ENQUEUED, ASLEEP, STATES] = [0, 1, 2];
const LENGTHS = STATES + SLOTS;
const KEYS = LENGTHS + SLOTS;
const INTEGERS = KEYS + SLOTS;

export type Job = Readonly<{ slot: number; key: number; text: Buffer }>;

/**
 * A ring buffer in memory that two threads share. One thread enqueues texts, the other signs them, and
 * neither waits for the other. Every state change is an atomic compare-and-exchange, so that a slot
 * belongs to one thread at a time.
 */
class SharedSlots {
  readonly memory: SharedArrayBuffer;
  protected readonly integers: Int32Array;
  protected readonly texts: readonly Buffer[];
  protected readonly signatures: readonly Buffer[];

  constructor(memory: SharedArrayBuffer) {
    const views = (from: number, bytes: number): Buffer[] =>
      Array.from({ length: SLOTS }, (_, slot) => Buffer.from(memory, from + slot * bytes, bytes));
    this.memory = memory;
    this.integers = new Int32Array(memory, 0, INTEGERS);
    this.texts = views(INTEGERS * 4, TEXT_BYTES);
    this.signatures = views(INTEGERS * 4 + SLOTS * TEXT_BYTES, SIGNATURE_BYTES);
  }

  /** Returns the state that the slot had before. It changes only if that was `from`. */
  protected changeState(slot: number, from: number, to: number): number {
    return Atomics.compareExchange(this.integers, STATES + slot, from, to);
  }
}

/** The side of the thread that needs signatures. */
export class SignatureQueue extends SharedSlots {
  /** The ticket of the text in each slot. If a transaction fails, nobody takes its signature, and the slot is reused. */
  readonly #tickets = new Int32Array(SLOTS);
  #enqueued = 0;

  constructor() {
    super(new SharedArrayBuffer(INTEGERS * 4 + SLOTS * (TEXT_BYTES + SIGNATURE_BYTES)));
  }

  /** Returns a ticket, or undefined when the queue is full or the text too long. */
  enqueue(key: number, text: string): number | undefined {
    if (text.length > TEXT_BYTES) return undefined;
    const slot = this.#enqueued & (SLOTS - 1);
    const state = this.changeState(slot, QUEUED, FREE); // 256 texts ago; its caller, if any, signs it itself
    if (state === SIGNING || state === CANCELLED) return undefined;
    this.#enqueued = (this.#enqueued + 1) | 0;
    this.#tickets[slot] = this.#enqueued;
    this.integers[LENGTHS + slot] = this.texts[slot]?.write(text, "latin1") ?? 0;
    this.integers[KEYS + slot] = key;
    Atomics.store(this.integers, STATES + slot, QUEUED);
    Atomics.store(this.integers, ENQUEUED, this.#enqueued);
    return this.#enqueued;
  }

  /** Wakes the worker if it sleeps. */
  wake(): void {
    if (Atomics.load(this.integers, ASLEEP) === 1) Atomics.notify(this.integers, ENQUEUED);
  }

  /**
   * Removes the text from the queue. Returns its signature in base64url if the worker has finished it, and
   * `wasUntouched` if the worker had not begun.
   */
  take(ticket: number): { signature?: string; wasUntouched?: boolean } {
    const slot = (ticket - 1) & (SLOTS - 1);
    if (this.#tickets[slot] !== ticket) return {};
    let state = this.changeState(slot, QUEUED, FREE);
    if (state === QUEUED) return { wasUntouched: true };
    if (state === SIGNING) state = this.changeState(slot, SIGNING, CANCELLED);
    if (state !== DONE) return {};
    const signature = this.signatures[slot]?.toString("base64url") ?? "";
    Atomics.store(this.integers, STATES + slot, FREE);
    return { signature };
  }
}

/** The side of the thread that signs. */
export class SignatureWorker extends SharedSlots {
  #read = 0;

  /** Returns undefined when the queue is empty. */
  nextJob(): Job | undefined {
    const enqueued = Atomics.load(this.integers, ENQUEUED);
    if (((enqueued - this.#read) | 0) > SLOTS) this.#read = (enqueued - SLOTS) | 0; // older texts were overwritten
    while (this.#read !== enqueued) {
      const slot = this.#read & (SLOTS - 1);
      this.#read = (this.#read + 1) | 0;
      if (this.changeState(slot, QUEUED, SIGNING) !== QUEUED) continue;
      const length = this.integers[LENGTHS + slot];
      return {
        slot,
        key: this.integers[KEYS + slot] ?? 0,
        text: Buffer.from(this.texts[slot]?.subarray(0, length) ?? []),
      };
    }
    return undefined;
  }

  /** Without a signature, the caller signs the text itself. */
  finish(slot: number, signature?: Uint8Array): void {
    if (signature) this.signatures[slot]?.set(signature);
    if (signature && this.changeState(slot, SIGNING, DONE) === SIGNING) return;
    Atomics.store(this.integers, STATES + slot, FREE);
  }

  /** Blocks until a text is enqueued. */
  waitForJob(): void {
    Atomics.store(this.integers, ASLEEP, 1);
    Atomics.wait(this.integers, ENQUEUED, this.#read);
    Atomics.store(this.integers, ASLEEP, 0);
  }
}

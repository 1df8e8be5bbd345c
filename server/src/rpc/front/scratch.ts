const FIRST_BYTES = 16 * 1024;

/** Few answers are longer: what they needed is given back. */
const KEPT_BYTES = 1024 * 1024;

/** Up to here a loop is faster than a call of the runtime's encoder. */
const SHORT_TEXT = 16;

/** The memory in which every message is put together before it is copied out. */
export class Scratch {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #length = 0;

  /** Goes back to where it began, so that a message that could not be written leaves nothing behind. */
  take<Given>(add: (given: Given) => void, given: Given): Buffer {
    const start = this.#length;
    try {
      add(given);
      const taken = Buffer.allocUnsafe(this.#length - start);
      this.#bytes.copy(taken, 0, start, this.#length);
      return taken;
    } finally {
      this.#length = start;
      if (start === 0 && this.#bytes.length > KEPT_BYTES) this.#bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
    }
  }

  #reserve(size: number): void {
    const needed = this.#length + size;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }

  /** Takes the whole numbers from 0 to 2^53 - 1. */
  varint(value: number): void {
    this.#reserve(8);
    const bytes = this.#bytes;
    let end = this.#length;
    let rest = value;
    for (; rest > 0xffffffff; rest = Math.floor(rest / 128)) bytes[end++] = (rest & 0x7f) | 0x80;
    for (; rest > 0x7f; rest >>>= 7) bytes[end++] = (rest & 0x7f) | 0x80;
    bytes[end++] = rest;
    this.#length = end;
  }

  double(value: number): void {
    this.#reserve(8);
    this.#length = this.#bytes.writeDoubleLE(value, this.#length);
  }

  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  text(value: string): void {
    if (value.length <= SHORT_TEXT && this.#shortAscii(value)) return;
    const start = this.open();
    this.#reserve(value.length * 3); // no character of UTF-16 is longer in UTF-8
    this.#length += this.#bytes.write(value, this.#length);
    this.close(start);
  }

  #shortAscii(value: string): boolean {
    this.#reserve(SHORT_TEXT + 1);
    const bytes = this.#bytes;
    let end = this.#length;
    bytes[end++] = value.length;
    for (let n = 0; n < value.length; n++) {
      const code = value.charCodeAt(n);
      if (code > 0x7f) return false;
      bytes[end++] = code;
    }
    this.#length = end;
    return true;
  }

  /** Begins what comes after its length, for which one byte is kept free: it is enough for most. */
  open(): number {
    this.#reserve(1);
    return ++this.#length;
  }

  close(start: number): void {
    const size = this.#length - start;
    if (size <= 0x7f) {
      this.#bytes[start - 1] = size;
      return;
    }
    const more = size < 2 ** 14 ? 1 : size < 2 ** 21 ? 2 : size < 2 ** 28 ? 3 : 4;
    this.#reserve(more);
    this.#bytes.copyWithin(start + more, start, this.#length);
    this.#length = start - 1;
    this.varint(size);
    this.#length += size;
  }
}

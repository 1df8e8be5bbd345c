/** The bytes ended too early. */
export class CutShort extends Error {}

/** Takes exact numbers of bytes from a stream, holding no more than one chunk of it. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  /** Reads a small number of bytes into one buffer. */
  async take(count: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of this.stream(count)) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  /** Reads a number of bytes as the chunks of the stream. */
  async *stream(count: number): AsyncIterable<Buffer> {
    for (let left = count; left > 0; ) {
      if (!(await this.#fill())) throw new CutShort();
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }

  async isAtEnd(): Promise<boolean> {
    return !(await this.#fill());
  }

  async #fill(): Promise<boolean> {
    while (this.#rest.length === 0) {
      const { value, done } = await this.#chunks.next();
      if (done) return false;
      this.#rest = value;
    }
    return true;
  }
}

const MAX_BYTES = 16 * 1024 * 1024;

/** Files that were served lately. A name tells the content, so what is kept under it never changes. */
export class AssetBytes {
  readonly #files = new Map<string, Buffer>();
  #left = MAX_BYTES;

  get(name: string): Buffer | undefined {
    const bytes = this.#files.get(name);
    if (bytes) {
      this.#files.delete(name); // the latest is at the end
      this.#files.set(name, bytes);
    }
    return bytes;
  }

  put(name: string, bytes: Buffer): void {
    if (this.#files.has(name)) return;
    this.#files.set(name, bytes);
    this.#left -= bytes.length;
    for (const [oldest, { length }] of this.#files) {
      if (this.#left >= 0) return;
      this.#files.delete(oldest);
      this.#left += length;
    }
  }
}

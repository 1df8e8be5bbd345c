const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8_000;

/**
 * Whether a disk that failed takes writes again. Asked when somebody wants to write, and after a failed try not
 * again for a while that doubles: a dying disk answers slowly, and everybody who only reads would wait with it.
 */
export class WritePause {
  #failure: unknown;
  #isOn = false;
  #isWaiting = false;
  #pauseMs = FIRST_PAUSE_MS;

  begin(failure: unknown): void {
    this.#failure = failure;
    this.#isOn = true;
  }

  /** Throws as long as the disk does not take what `tryDisk` writes. */
  async end(tryDisk: () => Promise<void>): Promise<void> {
    if (!this.#isOn) return;
    if (this.#isWaiting) throw this.#failure;
    try {
      await tryDisk();
    } catch (error) {
      this.#isWaiting = true;
      setTimeout(() => {
        this.#isWaiting = false;
      }, this.#pauseMs).unref();
      this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
      throw error;
    }
    this.#isOn = false;
    this.#pauseMs = FIRST_PAUSE_MS;
  }
}

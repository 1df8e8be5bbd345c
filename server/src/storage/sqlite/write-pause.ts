const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8_000;

/**
 * Stops writes after a disk error until the disk works again. The disk is tested when the next write arrives, and after
 * a failed test not again for a pause that doubles each time: a dying disk is slow, and reads would wait for the test.
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

  /** Throws as long as `testDisk` fails. */
  async end(testDisk: () => Promise<void>): Promise<void> {
    if (!this.#isOn) return;
    if (this.#isWaiting) throw this.#failure;
    try {
      await testDisk();
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

type Entry = { users: number; running: number; freed: number; waiting: Array<() => void> };

/**
 * Who is busy with a counter right now. What they took may come back when they succeed, so whoever
 * finds nothing left waits for them before being refused: successes must not crowd each other out.
 */
export class InFlight {
  readonly #entries = new Map<string, Entry>();

  /**
   * Calls `take` until it is allowed, or until it is refused while nobody is left who could give
   * something back. After an allowed take `leave` must be called.
   */
  async enter<T extends { isAllowed: boolean }>(key: string, take: () => Promise<T>): Promise<T> {
    const entry = this.#open(key);
    try {
      for (;;) {
        const { freed } = entry;
        const taken = await take();
        if (taken.isAllowed) {
          entry.users += 1;
          entry.running += 1;
          return taken;
        }
        if (entry.freed !== freed) continue; // given back between the refusal and our hearing of it
        if (entry.running === 0) return taken;
        await new Promise<void>((resolve) => entry.waiting.push(resolve));
      }
    } finally {
      this.#close(key, entry);
    }
  }

  leave(key: string, freed: number): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    entry.running -= 1;
    entry.freed += freed;
    const woken = entry.running === 0 ? entry.waiting.length : freed;
    for (const wake of entry.waiting.splice(0, woken)) wake();
    this.#close(key, entry);
  }

  #open(key: string): Entry {
    const entry = this.#entries.get(key) ?? { users: 0, running: 0, freed: 0, waiting: [] };
    entry.users += 1;
    this.#entries.set(key, entry);
    return entry;
  }

  #close(key: string, entry: Entry): void {
    entry.users -= 1;
    if (entry.users === 0) this.#entries.delete(key);
  }
}

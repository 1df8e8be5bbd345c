type Entry = { users: number; running: number; freed: number; waiting: Array<() => void> };

/**
 * The calls that are using a counter. They give back what they took when they succeed, so a call that finds the limit
 * reached waits for them before it is refused. Otherwise concurrent successes would block each other.
 */
export class InFlight {
  readonly #entries = new Map<string, Entry>();

  /**
   * Calls `take` until it is allowed, or until it is refused while no other call could give something back. After an
   * allowed take `leave` must be called.
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
        if (entry.freed !== freed) continue; // something was given back during the refused take
        if (entry.running === 0) return taken;
        await new Promise<void>((resolve) => entry.waiting.push(resolve));
      }
    } finally {
      this.#close(key, entry);
    }
  }

  /** The same for several keys, of which `take` takes as many as it can, in order, and returns how many. Nothing waits. */
  async enterAll(keys: readonly string[], take: () => Promise<number>): Promise<number> {
    const entries = keys.map((key) => this.#open(key));
    try {
      const taken = await take();
      for (const entry of entries.slice(0, taken)) {
        entry.users += 1;
        entry.running += 1;
      }
      return taken;
    } finally {
      for (const [n, entry] of entries.entries()) this.#close(keys[n] as string, entry);
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

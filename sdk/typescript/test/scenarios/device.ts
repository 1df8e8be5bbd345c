import type { Clock } from "../../src/clock.ts";
import type { AuthStorage } from "../../src/sdk.ts";

/** What `settle` looks at: everything that a client does outside of itself counts. */
export class Activity {
  count = 0;
  readonly seen = (): void => {
    this.count++;
  };

  /** Resolves when the clients have done nothing for a while. */
  async settle(): Promise<void> {
    for (let idle = 0; idle < 8; idle++) {
      const before = this.count;
      await new Promise((resolve) => setImmediate(resolve));
      if (this.count !== before) idle = 0;
    }
  }
}

/** The clocks, which only the scenario moves. */
export class ScenarioClock implements Clock {
  private wall: number;
  private up = 0;

  constructor(wall = 1_767_225_600_000) {
    this.wall = wall;
  }

  readonly now = (): number => this.wall;
  readonly steady = (): number => this.up;

  pass(ms: number): void {
    this.wall += ms;
    this.up += ms;
  }

  set(ms: number): void {
    this.wall += ms;
  }
}

type Kind = "reads" | "writes";

/** What outlives the clients. Its reads and writes can be made to fail. */
export class ScenarioDisk {
  private readonly items = new Map<string, string>();
  private readonly failures: Record<Kind, number> = { reads: 0, writes: 0 };
  private readonly activity: Activity;

  constructor(activity: Activity) {
    this.activity = activity;
  }

  put(key: string, text: string): void {
    this.items.set(key, text);
  }

  textAt(key: string): string | undefined {
    return this.items.get(key);
  }

  fail(kind: Kind, times: number): void {
    this.failures[kind] = times;
  }

  /** As one client sees it. `run` is where reads and writes end when the client is killed. */
  storageOf(run: StorageRun): AuthStorage {
    const write = (key: string, edit: (key: string) => void) =>
      run.write(() => {
        this.activity.seen();
        this.use("writes");
        edit(withoutRun(key));
      });
    return {
      getItem: (key) =>
        run.read(() => {
          this.activity.seen();
          this.use("reads");
          return this.items.get(withoutRun(key)) ?? null;
        }),
      setItem: (key, value) => write(key, (name) => this.items.set(name, value)),
      removeItem: (key) => write(key, (name) => this.items.delete(name)),
    };
  }

  private use(kind: Kind): void {
    if (this.failures[kind] <= 0) return;
    this.failures[kind]--;
    throw new Error(`the storage refuses ${kind}`);
  }
}

/** The life of a client, as its storage sees it. */
export type StorageRun = {
  read: <T>(work: () => T) => Promise<T>;
  write: (work: () => void) => Promise<void>;
};

/**
 * Clients of one process take turns by their storage key. The number makes a process of its own, also of one that was
 * killed and started again.
 */
export const withRun = (key: string, run: number): string => `${key}#${run}`;
const withoutRun = (key: string): string => key.replace(/#\d+/, "");

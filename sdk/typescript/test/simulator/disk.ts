import type { AuthStorage } from "../../src/sdk.ts";
import type { DiskFaults } from "./model.ts";
import { pause } from "./pause.ts";
import type { Random } from "./random.ts";

type Items = ReadonlyMap<string, string>;

/** What outlives the app. It remembers what it held before each write, so that it can forget the newest ones. */
export class Disk {
  failedWrites = 0;
  lostWrites = 0;
  isLastWriteFailed = false;
  private items: Items;
  private older: Items[] = [];
  private readonly faults: DiskFaults;
  private readonly random: Random;

  constructor(faults: DiskFaults, random: Random, items: Items = new Map()) {
    this.faults = faults;
    this.random = random;
    this.items = items;
  }

  /** As one app sees it, for as long as that app is alive. */
  storageOf(assertAlive: () => void, afterWrite: () => void): AuthStorage {
    // Key stores answer later, not at once; an app that is killed meanwhile has not written.
    const later = async (ms = 0) => {
      await pause(ms);
      assertAlive();
    };
    return {
      getItem: async (key) => {
        await later();
        return this.items.get(withoutRun(key)) ?? null;
      },
      setItem: async (key, value) => {
        await later(this.random() * (this.faults.slowWritesMs ?? 0));
        this.write((items) => items.set(withoutRun(key), value));
        afterWrite();
      },
      removeItem: async (key) => {
        await later();
        this.write((items) => items.delete(withoutRun(key)));
        afterWrite();
      },
    };
  }

  /** Everything that somebody gets who copies the phone's files. */
  copy(): Disk {
    return new Disk({}, this.random, this.items);
  }

  read(key: string): string | undefined {
    return this.items.get(key);
  }

  contents(): string {
    return JSON.stringify([...this.items]);
  }

  /** What was there before is not in any backup. */
  forgetOlder(): void {
    this.older = [];
  }

  /** Goes back by one write, or by any number of them. Returns by how many. */
  goBack(to: "newest" | "any"): number {
    const at = to === "newest" ? this.older.length - 1 : Math.floor(this.random() * this.older.length);
    const items = this.older[at];
    if (!items) return 0;
    const steps = this.older.length - at;
    this.lostWrites += steps;
    this.items = items;
    this.older.length = at;
    return steps;
  }

  /** Loses about half of its keys, at least one. */
  wipe(): void {
    const keys = [...this.items.keys()];
    const first = keys[Math.floor(this.random() * keys.length)];
    const kept = [...this.items].filter(([key]) => key !== first && this.random() < 0.5);
    this.lostWrites += keys.length - kept.length;
    this.items = new Map(kept);
  }

  private write(edit: (items: Map<string, string>) => unknown): void {
    this.isLastWriteFailed = this.random() < (this.faults.failedWrites ?? 0);
    if (this.isLastWriteFailed) {
      this.failedWrites++;
      throw new Error("the disk is full");
    }
    this.older.push(this.items);
    const items = new Map(this.items);
    edit(items);
    this.items = items;
  }
}

/** Clients of one process take turns by their storage key. The number of the run makes each a process of its own. */
export const withRun = (key: string, run: number): string => `${key}#${run}`;
const withoutRun = (key: string): string => key.replace(/#\d+/, "");

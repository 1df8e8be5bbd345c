import { chunkedStorage } from "../../src/chunked-storage.ts";
import { type AuthClient, createAuthClient } from "../../src/sdk.ts";
import type { DeviceClock } from "../device-clock.ts";
import { type Disk, withRun } from "./disk.ts";

export type AppOptions = {
  baseUrl: string;
  publishableKey: string;
  storageKey: string;
  clock: DeviceClock;
  disk: Disk;
  isChunked: boolean;
  fetch: typeof fetch;
  afterWrite: (app: App) => void;
};

let runs = 0;

/** One run of the app. Once it is killed it sends, receives and writes nothing more; what was sent goes on its way. */
export class App {
  readonly client: AuthClient;
  private isAlive = true;
  private end: () => void = () => {};

  constructor({ disk, isChunked, fetch, afterWrite, ...options }: AppOptions) {
    const killed = new Promise<never>((_, reject) => {
      this.end = () => reject(new Error("the app was killed"));
    });
    killed.catch(() => {});
    const assertAlive = () => {
      if (!this.isAlive) throw new Error("the app was killed");
    };
    const storage = disk.storageOf(assertAlive, () => afterWrite(this));
    this.client = createAuthClient({
      ...options,
      // A lock of its own: another process, or one that was killed, holds none of ours.
      storageKey: withRun(options.storageKey, runs++),
      storage: isChunked ? chunkedStorage(storage) : storage,
      // Failed writes are on purpose.
      onError: () => {},
      fetch: async (input, init) => {
        assertAlive();
        return Promise.race([fetch(input, init), killed]);
      },
    });
  }

  kill(): void {
    this.isAlive = false;
    this.end();
  }
}

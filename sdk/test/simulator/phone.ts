import {
  type AuthClient,
  type AuthStorage,
  createAuthClient,
  isAuthError,
  memoryStorage,
} from "../../src/sdk.ts";
import { DeviceClock, MINUTE } from "../device-clock.ts";
import type { Random } from "./random.ts";

export type PhoneOptions = { baseUrl: string; publishableKey: string; storageKey: string; random: Random };

/** A phone with the app on it: what it stores outlives the app, which may be killed at any moment. */
export class Phone {
  kills = 0;
  private readonly options: PhoneOptions;
  private readonly disk: AuthStorage = memoryStorage();
  private readonly clock: DeviceClock;
  /** Also of apps that were killed: what they have sent may still arrive. */
  private readonly underWay = new Set<Promise<unknown>>();
  private app: { client: AuthClient; isAlive: boolean; end: () => void };

  constructor(options: PhoneOptions) {
    this.options = options;
    this.clock = new DeviceClock(this.skew());
    this.app = this.start();
  }

  get client(): AuthClient {
    return this.app.client;
  }

  /** What somebody who copies the phone's files gets. */
  get record(): { refreshToken: string; attemptId: string } {
    return JSON.parse(String(this.disk.getItem(this.options.storageKey))).session;
  }

  async signIn(): Promise<void> {
    while (this.client.state.status !== "signedIn")
      await this.client.signInAnonymously().catch(unlessNetwork);
  }

  /**
   * The access token expires; then the app is used until it has a new one. True when the user is still signed in.
   * No request travels for longer than a token lives: what is under way arrives before the clock goes on.
   */
  async refresh(): Promise<boolean> {
    await Promise.allSettled(this.underWay);
    this.clock.pass(20 * MINUTE);
    if (this.options.random() < 0.05) this.clock.set(this.skew());
    for (;;) {
      const isKilled = this.options.random() < 0.05;
      const token = this.client.getAccessToken();
      if (isKilled) {
        await Promise.race([token.catch(() => {}), pause(this.options.random() * 8)]);
        this.kill();
        await token.catch(() => {});
        continue;
      }
      const result = await token.catch(unlessNetwork);
      if (result === null) return false;
      if (result !== undefined) return true;
      this.clock.pass(1000);
      await pause(this.options.random() * 10);
    }
  }

  /** Nothing more is sent, received or written. What was sent goes on its way. */
  private kill(): void {
    this.kills++;
    this.app.isAlive = false;
    this.app.end();
    this.app = this.start();
  }

  private start(): Phone["app"] {
    let end = () => {};
    const killed = new Promise<never>((_, reject) => {
      end = () => reject(new Error("the app was killed"));
    });
    killed.catch(() => {});
    const app = { isAlive: true, end: () => end() };
    const alive = <T>(value: T): T => {
      if (!app.isAlive) throw new Error("the app was killed");
      return value;
    };
    const { baseUrl, publishableKey, storageKey } = this.options;
    const client = createAuthClient({
      baseUrl,
      publishableKey,
      storageKey,
      clock: this.clock,
      // Key stores answer later, not at once.
      storage: {
        getItem: async (key) => alive(await this.disk.getItem(key)),
        setItem: async (key, value) => {
          await pause(0);
          alive(this.disk).setItem(key, value);
        },
        removeItem: async (key) => alive(this.disk).removeItem(key),
      },
      fetch: (input, init) => Promise.race([this.send(String(alive(input)), init), killed]),
    });
    return Object.assign(app, { client });
  }

  private send(url: string, { signal: _, ...init }: RequestInit = {}): Promise<Response> {
    const sent = fetch(url, init);
    const settled: Promise<void> = sent.then(
      () => void this.underWay.delete(settled),
      () => void this.underWay.delete(settled),
    );
    this.underWay.add(settled);
    return sent;
  }

  /** Up to five minutes wrong, either way. */
  private skew(): number {
    return (this.options.random() - 0.5) * 10 * MINUTE;
  }
}

function unlessNetwork(error: unknown): undefined {
  if (!isAuthError(error) || !error.retryable) throw error;
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

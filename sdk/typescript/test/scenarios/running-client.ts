import { type BrowserSignIn, browserSignIn } from "../../src/browser.ts";
import { passkeys } from "../../src/passkey.ts";
import { type AuthClient, AuthError, createAuthClient } from "../../src/sdk.ts";
import { type Activity, type ScenarioClock, type ScenarioDisk, type StorageRun, withRun } from "./device.ts";
import { BASE_URL, type ScenarioNetwork } from "./network.ts";

export const PUBLISHABLE_KEY = "pk_scenario_0123456789";
export const STORAGE_KEY = "svc.auth.pk_scenario_012";

/** When the client is killed: before or after a write, once so many others have passed. */
export type KillPlan = { when: "before" | "after"; skip: number };

/** The client asks the user something: in a browser, or for a passkey. */
export type Question = {
  kind: "browser" | "create" | "get";
  /** The URL of the browser, or the options of the passkey. */
  asked: string;
  answer: (text: string) => void;
  cancel: () => void;
};

export type ClientOptions = {
  name: string;
  run: number;
  activity: Activity;
  clock: ScenarioClock;
  disk: ScenarioDisk;
  network: ScenarioNetwork;
  onKilled: () => void;
};

const never = new Promise<never>(() => {});

/** One run of a client. Once it is killed it reads, writes, sends and receives nothing, and its calls never end. */
export class RunningClient {
  readonly client: AuthClient;
  readonly browser: BrowserSignIn;
  readonly questions: Question[] = [];
  readonly settle: () => Promise<void>;
  isAlive = true;
  killPlan: KillPlan | undefined;

  private readonly onKilled: () => void;

  constructor({ name, run, activity, clock, disk, network, onKilled }: ClientOptions) {
    this.onKilled = onKilled;
    const send = network.fetchOf(name);
    this.settle = () => activity.settle();
    this.client = createAuthClient({
      baseUrl: BASE_URL,
      publishableKey: PUBLISHABLE_KEY,
      storageKey: withRun(STORAGE_KEY, run),
      storage: disk.storageOf(this.storageRun()),
      clock,
      refreshMarginMs: 60_000,
      // Clients of one process take turns all the same; those of other processes do not.
      lock: (_, work) => work(),
      // Failed writes are on purpose.
      onError: () => {},
      fetch: async (input, init) => (this.isAlive ? this.unlessKilled(send(input, init)) : never),
    });
    const ask = (kind: Question["kind"]) => (asked: string) =>
      this.unlessKilled(
        new Promise<string>((resolve, reject) => {
          const cancel = () =>
            reject(kind === "browser" ? new AuthError("CANCELLED", "turned back") : CANCELLED);
          this.questions.push({ kind, asked, answer: resolve, cancel });
          activity.seen();
        }),
      );
    this.browser = browserSignIn(this.client, ask("browser"));
    passkeys(this.client, { isAvailable: () => true, create: ask("create"), get: ask("get") });
  }

  /** The result, which never comes once the client is killed. */
  async unlessKilled<T>(work: Promise<T>): Promise<T> {
    try {
      const result = await work;
      return this.isAlive ? result : never;
    } catch (error) {
      if (this.isAlive) throw error;
      return never;
    }
  }

  kill(): void {
    this.isAlive = false;
    this.onKilled();
  }

  private storageRun(): StorageRun {
    return {
      read: async (work) => (this.isAlive ? this.unlessKilled((async () => work())()) : never),
      write: async (work) => {
        if (!this.isAlive) return never;
        const when = this.planned();
        if (when === "before") this.kill();
        if (!this.isAlive) return never;
        work();
        if (when === "after") this.kill();
        return this.isAlive ? undefined : never;
      },
    };
  }

  private planned(): KillPlan["when"] | undefined {
    const plan = this.killPlan;
    if (!plan) return undefined;
    if (plan.skip-- > 0) return undefined;
    this.killPlan = undefined;
    return plan.when;
  }
}

/** As a device says it of a passkey. */
const CANCELLED = Object.assign(new Error("the user turned back"), { name: "NotAllowedError" });

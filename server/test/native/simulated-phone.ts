import { join } from "node:path";
import type { Network } from "../../../sdk/typescript/test/simulator/network.ts";
import type { Random } from "../../../sdk/typescript/test/simulator/random.ts";
import { KillingLine } from "./killing-line.ts";
import { PhoneProcess, type PhoneProgram } from "./phone-process.ts";

const MINUTE = 60_000;
/** A share of all times that a process is asked for a token. */
const KILLS = 0.05;

type State = { status: string; reason?: string; userId?: string };
type Instance = { line: KillingLine; process: PhoneProcess };

export type PhoneOptions = Readonly<{
  name: string;
  program: PhoneProgram;
  network: Network;
  publishableKey: string;
  folder: string;
  random: Random;
}>;

/** Two processes of the same app on one storage file, without a lock. */
export class SimulatedPhone {
  kills = 0;
  readonly wrong: string[] = [];
  readonly #options: PhoneOptions;
  readonly #lines: readonly KillingLine[];
  #instances: Instance[] = [];
  #wall: number = Date.now();
  #userId = "";

  constructor(options: PhoneOptions) {
    this.#options = options;
    const { network, random } = options;
    this.#lines = [1, 2].map(() => new KillingLine(network, random));
  }

  get lines(): readonly KillingLine[] {
    return this.#lines;
  }

  async signIn(): Promise<void> {
    this.#instances = await Promise.all(
      this.#lines.map(async (line) => ({ line, process: await this.#start(line) })),
    );
    const [first] = this.#instances;
    if (!first) throw new Error("no process");
    while (!this.#userId) {
      if (await this.#ask(first, "signInAnonymously")) {
        this.#userId = (await this.#state(first)).userId ?? "";
      }
    }
  }

  /** Every token has expired: both processes ask for another one at the same time, until they have it. */
  async round(): Promise<void> {
    await Promise.all(this.#lines.map((line) => line.settled()));
    await this.#pass(20 * MINUTE);
    await Promise.all(this.#instances.map((instance) => this.#untilToken(instance)));
    for (const instance of this.#instances) await this.#judge(instance);
  }

  /** No faults from now on. */
  heal(): void {
    for (const line of this.#lines) line.heal();
  }

  async end(): Promise<void> {
    for (const { process } of this.#instances) process.kill();
    await Promise.all(this.#instances.map(({ process }) => process.gone()));
  }

  async #untilToken(instance: Instance): Promise<void> {
    for (let tries = 0; tries < 1000; tries++) {
      const { random } = this.#options;
      if (random() < KILLS) {
        const { process } = instance;
        instance.line.killAtNextRequest(() => process.kill());
      }
      if (await this.#ask(instance, "getAccessToken")) return;
      await this.#pass(random() * 20_000);
    }
    this.#isWrong("gets no token");
  }

  /** Whether the call succeeded. A process that was killed meanwhile is started again. */
  async #ask(instance: Instance, call: string): Promise<boolean> {
    const outcome = await instance.process.call(call);
    instance.line.spare();
    if (outcome.kind === "error" && !outcome.retryable) this.#isWrong(`${call}: ${outcome.reason}`);
    if (outcome.kind === "result" && call === "getAccessToken" && outcome.result === null) {
      this.#isWrong("there is no token");
      return true;
    }
    if (instance.process.isAlive) return outcome.kind === "result";
    await instance.process.gone();
    await instance.line.settled();
    this.kills++;
    instance.process = await this.#start(instance.line);
    if (this.#userId) await this.#judge(instance);
    return false;
  }

  async #judge(instance: Instance): Promise<void> {
    const { status, reason, userId } = await this.#state(instance);
    // Killed a moment after it had answered.
    if (!instance.process.isAlive) return;
    if (status !== "signedIn") this.#isWrong(`is ${status}, ${reason}`);
    else if (userId !== this.#userId) this.#isWrong("is another user");
  }

  async #state({ process }: Instance): Promise<State> {
    return ((await process.result("state")) ?? { status: "killed" }) as State;
  }

  async #start(line: KillingLine): Promise<PhoneProcess> {
    const { program, publishableKey, folder, name } = this.#options;
    const process = new PhoneProcess(program);
    const file = join(folder, `${name}.json`);
    await process.result("start", { baseUrl: line.url, publishableKey, file, wall: Math.round(this.#wall) });
    return process;
  }

  async #pass(ms: number): Promise<void> {
    this.#wall += ms;
    await Promise.all(
      this.#instances.map(({ process }) => process.isAlive && process.call("pass", { ms: Math.round(ms) })),
    );
  }

  #isWrong(what: string): void {
    this.wrong.push(`${this.#options.name} ${what}`);
  }
}

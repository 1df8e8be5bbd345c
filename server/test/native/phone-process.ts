import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** How a simulated phone is started: a program that follows the line protocol of simulator.ts. */
export type PhoneProgram = Readonly<{
  command: string;
  args: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
}>;

/** What one call came to. A call to a process that was killed has no answer. */
export type CallOutcome =
  | { kind: "result"; result: unknown }
  | { kind: "error"; reason: string; retryable: boolean }
  | { kind: "killed" };

type Line = { id: number; result?: unknown; error?: { reason: string; retryable: boolean } };

/** A process of a simulated phone. */
export class PhoneProcess {
  isAlive = true;
  readonly #child: ChildProcess;
  readonly #open = new Map<number, (outcome: CallOutcome) => void>();
  readonly #ended: Promise<void>;
  #calls = 0;
  #said = "";

  constructor({ command, args, cwd, env }: PhoneProgram) {
    const child = spawn(command, args, { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
    this.#child = child;
    // A killed process does not read what is still written to it.
    child.stdin.on("error", () => {});
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#said += text;
    });
    createInterface({ input: child.stdout }).on("line", (line) => this.#answered(line));
    this.#ended = new Promise((resolve) => child.once("close", () => resolve()));
    this.#ended.then(() => {
      for (const finish of this.#open.values()) finish({ kind: "killed" });
    });
  }

  async call(name: string, input: object = {}): Promise<CallOutcome> {
    if (!this.isAlive) return { kind: "killed" };
    const id = ++this.#calls;
    const { promise, resolve } = Promise.withResolvers<CallOutcome>();
    this.#open.set(id, resolve);
    this.#child.stdin?.write(`${JSON.stringify({ id, call: name, with: input })}\n`);
    const outcome = await promise;
    this.#open.delete(id);
    if (outcome.kind === "killed" && this.isAlive)
      throw new Error(`the phone ended by itself in ${name}: ${this.#said}`);
    return outcome;
  }

  /** A call that must succeed. Undefined when the process was killed meanwhile. */
  async result(name: string, input: object = {}): Promise<unknown> {
    const outcome = await this.call(name, input);
    if (outcome.kind === "error") throw new Error(`${name}: ${outcome.reason}`);
    return outcome.kind === "result" ? outcome.result : undefined;
  }

  /** As the system does it: nothing is finished. */
  kill(): void {
    this.isAlive = false;
    this.#child.kill("SIGKILL");
  }

  /** Resolves when a killed process is gone: until then it may still write. */
  async gone(): Promise<void> {
    await this.#ended;
  }

  #answered(line: string): void {
    const { id, result, error } = JSON.parse(line) as Line;
    const outcome: CallOutcome = error ? { kind: "error", ...error } : { kind: "result", result };
    this.#open.get(id)?.(outcome);
  }
}

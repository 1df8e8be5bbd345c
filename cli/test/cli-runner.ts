import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { scratchRoot } from "../../server/src/testing/scratch.ts";
import { program } from "../../tools/build/program.ts";
import { runInThisProcess } from "./in-process.ts";

export const root = join(import.meta.dirname, "..", "..");
export const node = join(root, "node_modules/.bin/node");
/** The program in one file; `sources` is what a checkout runs. */
export const main = program;
export const sources = join(root, "cli/src/main.ts");

/** Where Node keeps what it compiled, so that a program starts sooner the second time. */
export const compileCache = { NODE_COMPILE_CACHE: join(root, "node_modules/.cache/node") };

export type Finished = Readonly<{ code: number | null; stdout: string; stderr: string }>;

export type RunOptions = Readonly<{
  env?: Record<string, string>;
  input?: string;
  /** Standard input, output and error are a terminal. Only in the process of the test. */
  isTerminal?: boolean;
}>;

/**
 * The program in a directory of its own, with nothing of the caller's environment but the PATH. A command runs in the
 * process of the test; what a process can break has `start` and `runProcess`.
 */
export class Cli {
  readonly cwd: string = mkdtempSync(join(scratchRoot(), "svc-cli-"));
  /** Of every command. */
  readonly variables: Readonly<Record<string, string>> = {};
  readonly #children = new Set<ChildProcessWithoutNullStreams>();

  /** Ends what still runs and removes the directory. */
  close(): void {
    for (const child of this.#children) child.kill("SIGKILL");
    rmSync(this.cwd, { recursive: true, force: true });
  }

  path(...parts: string[]): string {
    return join(this.cwd, ...parts);
  }

  start(
    args: readonly string[],
    env: Record<string, string> = {},
    nodeFlags: readonly string[] = [],
    file: string = main,
  ): Running {
    const child = spawn(node, [...nodeFlags, file, ...args], {
      cwd: this.cwd,
      env: { PATH: process.env.PATH, ...compileCache, ...this.variables, ...env },
    });
    this.#children.add(child);
    child.once("exit", () => this.#children.delete(child));
    return new Running(child);
  }

  /**
   * Runs a command to its end in this process, with streams, variables and a working directory of its own. Two kinds
   * have a process: `serve`, which changes the engine and answers signals, and those with variables that Node reads.
   */
  run(args: readonly string[], options: RunOptions = {}): Promise<Finished> {
    const isForNode = Object.keys(options.env ?? {}).some((name) => name.startsWith("NODE_"));
    if (args[0] === "serve" || isForNode) return this.runProcess(args, options);
    const env = { PATH: process.env.PATH, ...this.variables, ...options.env };
    return runInThisProcess(args, { ...options, env, cwd: this.cwd });
  }

  /** The same in a process of its own. */
  async runProcess(
    args: readonly string[],
    options: Omit<RunOptions, "isTerminal"> & { nodeFlags?: readonly string[] } = {},
  ): Promise<Finished> {
    const running = this.start(args, options.env, options.nodeFlags);
    running.child.stdin.on("error", () => {});
    running.child.stdin.end(options.input ?? "");
    return running.finished;
  }

  /** Runs a command that must succeed and returns the object it prints. */
  async json(...args: string[]): Promise<Record<string, unknown>> {
    const { code, stdout, stderr } = await this.run([...args, "--json"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.trim().split("\n")).toHaveLength(1);
    return JSON.parse(stdout);
  }

  /** Runs a command that must fail: one line of what happened, one of what to do, nothing on stdout. */
  async failure(args: readonly string[], env: Record<string, string> = {}): Promise<Failed> {
    const { code, stdout, stderr } = await this.run(args, { env });
    expect(stdout).toBe("");
    const [, message, hint] = /^svc: (.+)\nhint: (.+)\n$/.exec(stderr) ?? [];
    if (message === undefined || hint === undefined) throw new Error(`not two lines: ${stderr}`);
    return { code, message: message.replaceAll(this.cwd, "."), hint: hint.replaceAll(this.cwd, ".") };
  }
}

export type Failed = Readonly<{ code: number | null; message: string; hint: string }>;

export class Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly finished: Promise<Finished>;
  #stdout = "";
  #stderr = "";

  constructor(child: ChildProcessWithoutNullStreams) {
    this.child = child;
    child.stdout.on("data", (chunk) => {
      this.#stdout += chunk;
    });
    child.stderr.on("data", (chunk) => {
      this.#stderr += chunk;
    });
    this.finished = new Promise((resolve) => {
      child.once("close", (code) => resolve({ code, stdout: this.#stdout, stderr: this.#stderr }));
    });
  }

  /** All that it has said so far, on both outputs. */
  get said(): string {
    return this.#stdout + this.#stderr;
  }

  /** Waits until the program has said it, and returns the match. */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    const ended = this.finished.then(() => "ended" as const);
    for (;;) {
      const match = pattern.exec(this.#stderr);
      if (match) return match;
      const heard = new Promise((resolve) => this.child.stderr.once("data", resolve));
      if ((await Promise.race([heard, ended])) === "ended" && !pattern.test(this.#stderr)) {
        throw new Error(`it ended without saying ${pattern}: ${this.#stderr}`);
      }
    }
  }
}

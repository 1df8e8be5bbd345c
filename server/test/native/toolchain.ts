import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "vitest";
import { notRun } from "../../src/testing/not-run.ts";

/** Where the native toolchains are, if this machine has them. */
const BIN = join(process.env.SVC_NATIVE_CACHE ?? join(homedir(), ".cache/svc-native"), "bin");

export type Finished = Readonly<{ code: number | null; stdout: string; stderr: string }>;
export type Place = Readonly<{ cwd: string; env?: Readonly<Record<string, string>> }>;

/** The programs that a client library in another language needs, such as `dart`. */
export class NativeToolchain {
  /** For programs that a test starts itself: the toolchains come first in the path. */
  readonly env: NodeJS.ProcessEnv = { ...process.env, PATH: `${BIN}:${process.env.PATH}` };
  readonly #programs: readonly string[];

  constructor(...programs: readonly string[]) {
    this.#programs = programs;
  }

  /** Why the tests cannot be run here; undefined when they can. */
  get missing(): string | undefined {
    const absent = this.#programs.find((program) => !existsSync(join(BIN, program)));
    return absent && `the native toolchains have no ${absent}`;
  }

  /** The first line of every test: skips it where a program is missing. */
  need(context: TestContext): void {
    if (this.missing) notRun(context, this.missing);
  }

  /** The path of a program. */
  path(program: string): string {
    return join(BIN, program);
  }

  /** Runs a program to its end, whatever its exit code. */
  async finish(program: string, args: readonly string[], { cwd, env }: Place): Promise<Finished> {
    const child = spawn(this.path(program), args, {
      cwd,
      env: { ...this.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const said = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) {
      child[name].setEncoding("utf8").on("data", (text: string) => {
        said[name] += text;
      });
    }
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once("close", resolve);
      child.once("error", reject);
    });
    return { code, ...said };
  }

  /** Runs a program and returns what it printed. Everything it printed is in the error when it fails. */
  async run(program: string, args: readonly string[], place: Place): Promise<string> {
    const { code, stdout, stderr } = await this.finish(program, args, place);
    if (code !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${code}:\n${stdout}\n${stderr}`);
    return stdout;
  }
}

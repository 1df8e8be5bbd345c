import { EventEmitter } from "node:events";
import { Readable, Writable } from "node:stream";
import type { ProcessLike } from "../src/current-process.ts";
import { createOutput } from "../src/output.ts";
import { runProgram } from "../src/program.ts";
import type { Finished } from "./cli-runner.ts";

export type InProcess = Readonly<{
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  input?: string;
  isTerminal?: boolean;
}>;

const TERMINAL = { isTTY: true, columns: 80, rows: 24 };

/** Runs one command line as a process would, without being one. Nothing of it is left behind. */
export async function runInThisProcess(
  args: readonly string[],
  { env, cwd, input = "", isTerminal = false }: InProcess,
): Promise<Finished> {
  // It would change the engine of this process, answer its signals and never end.
  if (args[0] === "serve") throw new Error("svc serve needs a process of its own: start or runProcess");
  const kind = isTerminal ? TERMINAL : {};
  const written: string[] = [];
  const said: string[] = [];
  const given = Object.assign(new EventEmitter(), {
    env,
    cwd: () => cwd,
    exit: (code: number) => {
      throw new Error(`the command ended its process with ${code}`);
    },
    stdin: Object.assign(Readable.from(input === "" ? [] : [Buffer.from(input)]), kind),
    stdout: Object.assign(collector(written), kind),
    stderr: Object.assign(collector(said), kind),
  });
  const output = createOutput({ argv: args, ...given });
  const code = await runProgram(args, output, given as unknown as ProcessLike);
  const listeners = given.eventNames();
  if (listeners.length > 0) throw new Error(`the command still listens to ${listeners.join(", ")}`);
  return { code, stdout: written.join(""), stderr: said.join("") };
}

function collector(chunks: string[]): Writable {
  return new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      chunks.push(String(chunk));
      done();
    },
  });
}

import type { Environment } from "@svc/server/config";
import type { Failure } from "./failure.ts";
import { jsonText } from "./json-text.ts";
import { oneLine, plainLines, renderFields, renderTable } from "./table.ts";

type Stream = Readonly<{ isTTY?: boolean; columns?: number; write(text: string): unknown }>;

/** Standard output is data, and messages go to standard error. Neither lets through what could move the cursor of a terminal. */
export type Output = Readonly<{
  json: boolean;
  /** How wide a page of text may be. */
  columns: number;
  /** One line of data. */
  print(line: string): void;
  /** Text that is laid out already; in a pipe as it is. */
  printText(text: string): void;
  printJson(value: unknown): void;
  /** Aligned under headings on a terminal, tab-separated without headings in a pipe. */
  printTable(headings: readonly string[], rows: readonly (readonly string[])[]): void;
  /** Facts about one thing, a line each, in colours if there are any; tab-separated in a pipe. */
  printFields(rows: readonly (readonly string[])[], colours?: readonly (Colour | undefined)[]): void;
  /** One line for people; silent under --json. */
  say(line: string): void;
  /** The same for text that is laid out already. */
  sayText(text: string): void;
  warn(message: string): void;
  fail(failure: Failure): void;
  /** Bytes of a log that has its own format. */
  log(line: string): void;
}>;

export type OutputOptions = Readonly<{
  argv: readonly string[];
  env: Environment;
  stdout: Stream;
  stderr: Stream;
}>;

export function wantsColour(stream: Stream, { argv, env }: Pick<OutputOptions, "argv" | "env">): boolean {
  return stream.isTTY === true && !env.NO_COLOR && env.TERM !== "dumb" && !argv.includes("--no-color");
}

export function createOutput(options: OutputOptions): Output {
  const { argv, env, stdout, stderr } = options;
  const json = argv.includes("--json");
  const paintOut = painter(wantsColour(stdout, options));
  const paintErr = painter(wantsColour(stderr, options));
  const talk = (line: string) => stderr.write(`${line}\n`);
  return {
    json,
    columns: stdout.columns || 80,
    print: (line) => stdout.write(`${oneLine(line)}\n`),
    printText: (text) => stdout.write(stdout.isTTY ? plainLines(text) : text),
    printJson: (value) => stdout.write(`${jsonText(value)}\n`),
    printTable(headings, rows) {
      const lines = renderTable(headings, rows, stdout.isTTY === true);
      if (stdout.isTTY) stdout.write(`${paintOut("bold", lines.shift() ?? "")}\n`);
      for (const line of lines) stdout.write(`${line}\n`);
    },
    printFields(rows, colours = []) {
      renderFields(rows, stdout.isTTY === true).forEach((line, index) => {
        const colour = colours[index];
        stdout.write(`${colour === undefined ? line : paintOut(colour, line)}\n`);
      });
    },
    say: (line) => json || talk(oneLine(line)),
    sayText: (text) => json || talk(plainLines(text)),
    warn: (message) =>
      talk(
        json ? jsonText({ warning: { message } }) : `${paintErr("yellow", "warning:")} ${oneLine(message)}`,
      ),
    fail(failure) {
      const { code, reason, message, hint } = failure;
      talk(
        json ? jsonText({ error: { code, reason, message, hint } }) : `${paintErr("red", "svc:")} ${message}`,
      );
      if (!json) talk(`${paintErr("bold", "hint:")} ${hint}`);
      if (env.SVC_DEBUG === "1" && failure.cause !== undefined) talk(plainLines(stackOf(failure.cause)));
    },
    log: (line) => stderr.write(line),
  };
}

/** Output of this process. A reader that has seen enough (`| head`) is not a failure; a full disk is. */
export function processOutput(argv: readonly string[], env: Environment): Output {
  const output = createOutput({ argv, env, stdout: process.stdout, stderr: process.stderr });
  let isEnding = false;
  for (const [name, stream] of Object.entries({ output: process.stdout, error: process.stderr })) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE" || isEnding) return;
      isEnding = true;
      void endUnwritable(output, name, error);
    });
  }
  return output;
}

async function endUnwritable(output: Output, name: string, cause: Error): Promise<void> {
  const { Failure } = await import("./failure.ts"); // only now: `svc version` loads as little as it can
  const message = `cannot write standard ${name}`;
  const failure = new Failure("failed_precondition", "NOT_POSSIBLE", message, cause.message, { cause });
  output.fail(failure);
  process.exit(failure.exitCode);
}

const colours = { bold: [1, 22], red: [31, 39], green: [32, 39], yellow: [33, 39] } as const;

export type Colour = keyof typeof colours;

function painter(isOn: boolean): (colour: Colour, text: string) => string {
  return (colour, text) =>
    isOn ? `\u001b[${colours[colour][0]}m${text}\u001b[${colours[colour][1]}m` : text;
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

import { text } from "node:stream/consumers";
import type { CommandContext, Flags } from "./command.ts";
import { currentProcess } from "./current-process.ts";
import { Failure, interrupted, usageFailure } from "./failure.ts";
import { oneLine } from "./table.ts";

/** True when a person can read a question and answer it. */
export function canAsk(): boolean {
  const { stdin, stderr } = currentProcess();
  return stdin.isTTY === true && stderr.isTTY === true;
}

/** Whether to ask before acting: not with --yes. Fails where nobody could answer. */
export function mustAsk({ flags, output }: Pick<CommandContext, "flags" | "output">): boolean {
  if (flags.yes === true) return false;
  if (!output.json && canAsk()) return true;
  const why = output.json ? "--json does not prompt" : "there is no terminal to prompt on";
  throw usageFailure(`this needs a confirmation, and ${why}`, "pass --yes to skip the confirmation");
}

/** Goes on after a y; anything else ends the command. */
export async function confirm(question: string): Promise<void> {
  if (!(await agrees(question))) throw refused("answer y to confirm");
}

/** True after a y; anything else is a no. */
export async function agrees(question: string): Promise<boolean> {
  const answer = await readLine(`${oneLine(question)} [y/N] `);
  return /^y(es)?$/i.test(answer.trim());
}

/** For what cannot be undone: goes on only when the name of the thing is typed. */
export async function confirmByTyping(warning: string, name: string): Promise<void> {
  currentProcess().stderr.write(`${oneLine(warning)}\n`);
  const answer = await readLine(`Type ${oneLine(name)} to confirm: `);
  if (answer.trim() !== name) throw refused(`type ${name} to confirm`);
}

function refused(hint: string): Failure {
  return new Failure("invalid_argument", "REFUSED", "not confirmed; nothing was changed", hint);
}

/** What is typed, without the spaces around it; empty for a bare Enter. */
export async function ask(question: string): Promise<string> {
  return (await readLine(oneLine(question))).trim();
}

async function readLine(question: string): Promise<string> {
  const { createInterface } = await import("node:readline");
  const { stdin: input, stderr: output } = currentProcess();
  const lines = createInterface({ input, output });
  return new Promise((resolve, reject) => {
    lines.once("SIGINT", () => {
      output.write("\n");
      reject(interrupted());
      lines.close();
    });
    // The end of input is an answer, too: a no.
    lines.once("close", () => resolve(""));
    lines.question(question, (answer) => {
      resolve(answer);
      lines.close();
    });
  });
}

/** Reads a secret from the terminal without showing it. */
export function readHidden(question: string): Promise<string> {
  const { stdin, stderr } = currentProcess();
  let typed = "";
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      stdin.off("data", onData).setRawMode(false).pause();
      stderr.write("\n");
      settle();
    };
    const onData = (chunk: string) => {
      for (const key of chunk) {
        if (key === "\r" || key === "\n") return finish(() => resolve(typed));
        if (key === "\u0003" || key === "\u0004") return finish(() => reject(interrupted()));
        typed = edited(typed, key);
      }
    };
    // Before the question, so that not even what is typed ahead is echoed.
    stdin.setRawMode(true).setEncoding("utf8").on("data", onData).resume();
    stderr.write(oneLine(question));
  });
}

function edited(typed: string, key: string): string {
  if (key === "\u007f" || key === "\b") return [...typed].slice(0, -1).join("");
  if (key === "\u0015") return "";
  return key < " " ? typed : typed + key;
}

/** All of standard input, without its last line end. */
export async function readPiped(what: string, hint: string): Promise<string> {
  const { stdin } = currentProcess();
  if (stdin.isTTY) {
    throw usageFailure(`${what} reads standard input, which is a terminal here`, hint);
  }
  return (await text(stdin)).replace(/\r?\n$/, "");
}

/** A secret of the command line: the flag's value, or standard input for `-`. The flag's name is as typed. */
export async function readSecretFlag(flags: Flags, name: string): Promise<string | undefined> {
  const typed = flags[name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())];
  if (typed !== "-") return typed === undefined ? undefined : String(typed);
  const secret = await readPiped(`--${name} -`, `pipe the ${name} in`);
  if (secret === "") throw usageFailure(`the ${name} is empty`, `pipe the ${name} in`);
  return secret;
}

import type { Config, FlagValues } from "@svc/server/config";
import { usageFailure } from "./failure.ts";
import type { Flag } from "./flags.ts";
import type { Output } from "./output.ts";

export type Flags = Readonly<Record<string, string | number | boolean | undefined>>;

/** Everything a command gets. It answers through `output` and fails by throwing. */
export type CommandContext = Readonly<{
  args: readonly string[];
  flags: Flags;
  output: Output;
  version: string;
  table: CommandTable;
  loadConfig(): Promise<Config>;
}>;

export type CommandModule = Readonly<{ run(context: CommandContext): Promise<void> }>;

/** One row of the table that parsing, help, completion and documentation come from. */
export type CommandSpec = Readonly<{
  /** As typed, with its arguments: `admin token create`, `completion <shell>`. */
  usage: string;
  about: string;
  flags: readonly Flag[];
  /** Choices of each argument that has some. */
  argumentChoices?: Readonly<Record<string, readonly string[]>>;
  /** What --json prints: a message of svc.admin.v1, or the keys of the object. */
  json?: string;
  /** At least one; the first is shown on top of the help. */
  examples: readonly [string, ...string[]];
  load(): Promise<CommandModule>;
}>;

export type CommandTable = Readonly<{
  commands: readonly CommandSpec[];
  /** What each group of commands is about. */
  groups: Readonly<Record<string, string>>;
}>;

/** The words that name a command and the arguments after them. */
export function splitUsage(usage: string): { path: readonly string[]; args: readonly string[] } {
  const words = usage.split(" ");
  const named = words.filter((word) => !/^[<[]/.test(word));
  return { path: named, args: words.slice(named.length) };
}

export function textFlag(flags: Flags, name: string): string {
  const value = flags[name];
  if (typeof value !== "string") throw new TypeError(`the flag ${name} has no text`);
  return value;
}

/** The text of a flag that may be left out, empty then. */
export function optionalText(flags: Flags, name: string): string {
  return flags[name] === undefined ? "" : textFlag(flags, name);
}

/**
 * The text of a flag that may be left out, empty then. Given but blank, as from a variable that is not set, it is
 * refused: it must not mean everybody, for ever or the terminal.
 */
export function givenText(flags: Flags, name: string): string {
  const value = optionalText(flags, name);
  if (flags[name] === undefined || value.trim() !== "") return value;
  throw usageFailure(`--${asTyped(name)} is empty`, `give it a value, or leave --${asTyped(name)} out`);
}

/** `pageSize` as it is typed: `page-size`. */
export function asTyped(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

export function numberFlag(flags: Flags, name: string): number {
  const value = flags[name];
  if (typeof value !== "number") throw new TypeError(`the flag ${name} has no number`);
  return value;
}

/** The argument at this place; commander has made sure of it. */
export function argument({ args }: Pick<CommandContext, "args">, place: number): string {
  const value = args[place];
  if (value === undefined) throw new TypeError(`there is no argument ${place}`);
  return value;
}

/** The flags that configuration reads: text and switches. */
export function configurationFlags(flags: Flags): FlagValues {
  return Object.fromEntries(
    Object.entries(flags).filter(
      (entry): entry is [string, string | boolean] => typeof entry[1] !== "number",
    ),
  );
}

import type { Config } from "@svc/server/config";
import { version } from "@svc/server/version";
import {
  Argument,
  Command,
  type CommanderError,
  type HelpConfiguration,
  InvalidArgumentError,
  Option,
} from "commander";
import { type CommandSpec, configurationFlags, type Flags, splitUsage } from "./command.ts";
import { commands, groups } from "./commands.ts";
import { currentProcess } from "./current-process.ts";
import { usageFailure } from "./failure.ts";
import { type Flag, flagSyntax } from "./flags.ts";
import { frontPage } from "./front-page.ts";
import type { Output } from "./output.ts";
import { versionLine } from "./version.ts";

/** Runs the command that this line names; throws what stops it. */
export async function runCommandLine(argv: readonly string[], output: Output): Promise<void> {
  try {
    await buildProgram(argv, output).parseAsync([...argv], { from: "user" });
  } catch (error) {
    if (!isAnswered(error)) throw error;
  }
}

const helpLayout: HelpConfiguration = {
  showGlobalOptions: true,
  styleTitle: (title) => title.replace(/^Options:/, "Flags:").replace(/^Global Options:/, "Global flags:"),
  commandUsage: (command) => `${pathOf(command)} ${command.usage().replace("[options]", "[flags]")}`,
  subcommandTerm: (command) =>
    [
      command.name(),
      ...command.registeredArguments.map((arg) => (arg.required ? `<${arg.name()}>` : `[${arg.name()}]`)),
    ].join(" "),
};

function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

function buildProgram(argv: readonly string[], output: Output): Command {
  const program = new Command("svc")
    .option("--no-color", "disable coloured output")
    .version(versionLine, "--version", "print the version")
    .configureHelp(helpLayout)
    .configureOutput({ writeOut: output.printText, writeErr: () => {}, outputError: () => {} })
    .helpOption("-h, --help", "show this help")
    .helpCommand("help [command]", "show help for a command");
  program.helpInformation = () => frontPage(output.columns);
  refuseFor(program, "svc --help lists the commands");
  for (const spec of commands) {
    const word = splitUsage(spec.usage).path[0] ?? "";
    if (argv.includes(word)) addCommand(program, spec, output);
    // What this line cannot be about has a name, for "did you mean"; the rest of it would only take time.
    else if (!program.commands.some((command) => command.name() === word)) program.command(word);
  }
  return program;
}

function addCommand(program: Command, spec: CommandSpec, output: Output): void {
  const { path, args } = splitUsage(spec.usage);
  const parent = path.slice(0, -1).reduce((group, word, depth) => {
    const name = path.slice(0, depth + 1).join(" ");
    return group.commands.find((command) => command.name() === word) ?? addGroup(group, word, name);
  }, program);
  const command = parent.command(path.at(-1) ?? "").description(spec.about);
  command.addHelpText(
    "before",
    `${spec.examples.length > 1 ? "Examples" : "Example"}:\n${indent(spec.examples)}\n`,
  );
  for (const arg of args) command.addArgument(toArgument(arg, spec));
  for (const flag of spec.flags) command.addOption(toOption(flag));
  const hint = `${spec.examples[0]} (svc ${path.join(" ")} --help shows all flags)`;
  refuseFor(command, hint);
  command.action(async () => {
    const flags: Flags = command.opts();
    requireFlags(spec, flags, hint);
    const { run } = await spec.load();
    await run({
      args: command.args,
      flags,
      output,
      version,
      table: { commands, groups },
      loadConfig: () => readConfig(flags),
    });
  });
}

function addGroup(parent: Command, word: string, name: string): Command {
  const about = groups[name];
  if (about === undefined) throw new Error(`the group ${name} has no line in groups`);
  const group = parent.command(word).description(about);
  const [first] = commands.filter(({ usage }) => usage.startsWith(`${name} `));
  if (first) group.addHelpText("before", `Example:\n${indent(first.examples.slice(0, 1))}\n`);
  refuseFor(group, `svc ${name} --help lists its commands`);
  return group;
}

/** Turns what commander refuses into a failure with a hint: its own suggestion, or ours. */
function refuseFor(command: Command, hint: string): void {
  command.exitOverride((error) => {
    if (isAnswered(error)) throw error;
    if (error.code === "commander.help") {
      // The front page is shown without an error, so the program itself gets here only by `svc help <unknown>`.
      const problem = command.parent === null ? "unknown command" : `${command.name()} needs a command`;
      throw usageFailure(problem, hint);
    }
    const [message = "", suggestion] = error.message.split("\n");
    const meant = suggestion?.replace(/^\(Did you mean (one of )?(.*)\?\)$/, "did you mean $1$2?");
    throw usageFailure(message.replace(/^error: /, ""), meant ?? hint);
  });
}

function isAnswered(error: unknown): boolean {
  const { code, exitCode } = error as Partial<CommanderError>;
  return (
    code === "commander.helpDisplayed" ||
    code === "commander.version" ||
    (code === "commander.help" && exitCode === 0)
  );
}

// Not left to commander, which would report the missing flag where a misspelt one is the mistake.
function requireFlags(spec: CommandSpec, flags: Flags, hint: string): void {
  const missing = spec.flags.find(
    (flag) => flag.isRequired && flags[new Option(flagSyntax(flag)).attributeName()] === undefined,
  );
  if (missing !== undefined) throw usageFailure(`${flagSyntax(missing)} is missing`, hint);
}

function toArgument(arg: string, spec: CommandSpec): Argument {
  const choices = spec.argumentChoices?.[arg];
  return choices === undefined ? new Argument(arg) : new Argument(arg).choices([...choices]);
}

function toOption(flag: Flag): Option {
  const shown =
    flag.shownDefault === undefined ? flag.about : `${flag.about} (default: ${flag.shownDefault})`;
  const option = new Option(flagSyntax(flag), flag.isRequired ? `${flag.about} (required)` : shown);
  if (flag.isWholeNumber) option.argParser(wholeNumber);
  if (flag.isRepeatable) option.argParser(joined);
  if (flag.fallback !== undefined) option.default(flag.fallback, String(flag.fallback));
  if (flag.heading !== undefined) option.helpGroup(flag.heading);
  return option;
}

function joined(value: string, before: string | undefined): string {
  return before === undefined ? value : `${before},${value}`;
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("Write a whole number, 0 or more.");
  return Number(text);
}

async function readConfig(flags: Flags): Promise<Config> {
  const { loadConfig } = await import("@svc/server/config");
  return loadConfig({
    flags: configurationFlags(flags),
    env: currentProcess().env,
    cwd: currentProcess().cwd(),
  });
}

function indent(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join("\n");
}

import { type CommandSpec, splitUsage } from "./command.ts";
import { commands } from "./commands.ts";
import { environment } from "./environment.ts";
import { exitCodes } from "./failure.ts";
import { type Flag, flagSyntax, localFlags, remoteFlags } from "./flags.ts";
import { processOutput } from "./output.ts";

export const regenerate = "sh tools/run node cli/src/docs.ts > docs/cli.md";

/** The whole of docs/cli.md. */
export function cliReference(): string {
  return [
    `<!-- Written by \`${regenerate}\`; a test compares it with the commands. -->`,
    "# The `svc` command line",
    "```sh\nsvc serve                                  # start the server\nsvc admin create --email you@example.com   # create an administrator\nsvc login http://localhost:8080            # log in with a personal access token\n```",
    conventions,
    "## Exit codes",
    markdownTable(["Code", "Meaning"], Object.entries(exitCodes)),
    "## Local flags",
    "Commands that work on a data directory share these flags. docs/operations.md lists the environment variable and file key of each.",
    flagTable(localFlags),
    "## Remote flags",
    remote,
    flagTable(remoteFlags),
    "## Commands",
    ...commands.map(section),
    "",
  ]
    .join("\n\n")
    .trimEnd()
    .concat("\n");
}

const conventions = `Data goes to standard output and messages go to standard error, so \`svc … > file\` and \`$(svc …)\` contain data only. Lists are aligned
tables on a terminal and tab-separated lines without headings in a pipe. With \`--json\` a command prints one JSON object with lowerCamelCase
keys, and an error is \`{"error":{"code","reason","message","hint"}}\` on standard error. Without \`--json\` an error is two lines: \`svc: …\`
says what happened and \`hint: …\` what to do.

Output is coloured only on a terminal. \`--no-color\`, \`NO_COLOR\` or \`TERM=dumb\` turns colours off. Every command has \`--help\`.`;

const remote = `Commands that talk to a server share these flags. The server is the first of these that is set: \`--context\`, \`SVC_CONTEXT\`, \`SVC_URL\` with
\`SVC_TOKEN\` (for CI; nothing is saved), the current context. \`svc login\` saves contexts to \`svc/contexts.json\` in \`$XDG_CONFIG_HOME\` or \`~/.config\`,
on macOS in \`~/Library/Application Support\`, on Windows in \`%APPDATA%\`. Only you can read the file.

A command that has the flag \`--yes\` asks for confirmation. Without a terminal or with \`--json\` it cannot ask, and fails unless you pass \`--yes\`.
If the action cannot be undone, you must type the name of what is affected. Flags that take a secret read it from standard input if the value is \`-\`.
A secret key is printed only with \`--show-secret\`, even with \`--json\`.`;

function section(spec: CommandSpec): string {
  const { path, args } = splitUsage(spec.usage);
  const [shared, note] = sharedBy(spec);
  const own = spec.flags.filter((flag) => !shared.includes(flag));
  const choices = Object.entries(spec.argumentChoices ?? {}).map(
    ([arg, words]) => `\`${arg}\` is ${words.map((word) => `\`${word}\``).join(", ")}.`,
  );
  return [
    `### \`svc ${[...path, ...args].join(" ")}\``,
    `\`\`\`sh\n${spec.examples.join("\n")}\n\`\`\``,
    `${spec.about}.`,
    ...choices,
    ...(own.length > 0 ? [flagTable(own)] : []),
    ...note,
    ...(spec.json === undefined ? [] : [`\`--json\` prints ${shape(spec.json)}.`]),
  ].join("\n\n");
}

/** The flags that a command shares with others, and the line that says so. */
function sharedBy({ flags }: CommandSpec): readonly [readonly Flag[], readonly string[]] {
  const has = (shared: readonly Flag[]) => shared.every((flag) => flags.includes(flag));
  if (has(localFlags)) return [localFlags, ["And the [local flags](#local-flags)."]];
  if (has(remoteFlags)) return [remoteFlags, ["And the [remote flags](#remote-flags)."]];
  return [[], []];
}

function shape(json: string): string {
  return json.startsWith("{") ? `\`${json}\`` : `the message \`svc.admin.v1.${json}\``;
}

function flagTable(flags: readonly Flag[]): string {
  const rows = flags.map((flag) => {
    const fallback = flag.fallback ?? flag.shownDefault;
    const standing = flag.isRequired ? "required" : fallback === undefined ? "" : `\`${fallback}\``;
    return [`\`${flagSyntax(flag)}\``, standing, flag.about];
  });
  return markdownTable(["Flag", "Default", "Meaning"], rows);
}

function markdownTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => withoutTags(cell).replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(headings), `|${"---|".repeat(headings.length)}`, ...rows.map(line)].join("\n");
}

/** Outside of code, readers of Markdown take `<name>` for a tag and do not show it. */
function withoutTags(cell: string): string {
  return cell.replace(/`[^`]*`|</g, (piece) => (piece === "<" ? "\\<" : piece));
}

if (import.meta.main) processOutput([], environment()).printText(cliReference());

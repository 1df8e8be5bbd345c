import { basename } from "node:path";
import { type CommandTable, splitUsage } from "../../command.ts";
import { inWorkingDirectory } from "../../current-process.ts";
import { flagSyntax } from "../../flags.ts";
import type { SkillFacts } from "./skill-facts.ts";
import { readTemplate, references } from "./templates.ts";

export const formats = ["claude", "generic"] as const;
export type Format = (typeof formats)[number];

export type SkillFile = Readonly<{ path: string; text: string }>;

type Input = Readonly<{
  format: Format;
  directory: string;
  facts: SkillFacts;
  table: CommandTable;
  version: string;
}>;

const description =
  "Integrates apps and backends with the svc authentication server: sign-up, sign-in, token refresh, guests, sign-out with fetch; offline and online verification of access tokens in Node, Go and Python; custom claims; subscriptions and entitlements; error reasons; the svc command line. Use it when code signs users in, checks an access token, gates what is paid for, handles an svc error, or when somebody administers an svc server.";

/** Every file of the skill. The same input gives the same bytes. */
export function renderSkill({ format, directory, facts, table, version }: Input): SkillFile[] {
  const values = { ...facts, commands: commandList(table) };
  const body = fill(readTemplate("skill.md"), values);
  const entry =
    format === "claude"
      ? { path: "SKILL.md", text: `${frontmatter(directory, version)}\n${body}` }
      : { path: "README.md", text: body };
  return [
    entry,
    ...references.map((name) => ({
      path: `references/${name}`,
      text: fill(readTemplate(`references/${name}`), values),
    })),
  ];
}

function frontmatter(directory: string, version: string): string {
  return `---\nname: ${nameOf(directory)}\ndescription: ${JSON.stringify(description)}\nmetadata:\n  version: "${version}"\n---\n`;
}

/** A skill must be named like its folder: lower-case letters, digits and single hyphens. */
function nameOf(directory: string): string {
  const words = basename(inWorkingDirectory(directory))
    .toLowerCase()
    .match(/[a-z\d]+/g) ?? ["svc"];
  return words.join("-").slice(0, 64).replace(/-$/, "");
}

function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`the skill has no value for ${name}`);
    return value;
  });
}

function commandList({ commands }: CommandTable): string {
  const rows = commands.map(({ usage, about, flags }) => {
    const { path, args } = splitUsage(usage);
    const own = flags.filter(({ name }) => name !== "context" && name !== "json" && name !== "config");
    const shown = own.map((flag) => `\`${flagSyntax(flag)}\`${flag.isRequired ? " (required)" : ""}`);
    const cells = [`\`svc ${[...path, ...args].join(" ")}\``, about, shown.join(", ")];
    return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  });
  return ["| Command | What it does | Flags |", "|---|---|---|", ...rows].join("\n");
}

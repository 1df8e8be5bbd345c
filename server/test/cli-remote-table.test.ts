import { expect, test } from "vitest";
import type { CommandSpec } from "../src/cli/command.ts";
import { commands } from "../src/cli/commands.ts";

/** The remote commands of the specification with their own flags: `!` is required, `=` is the default. */
const specified: Readonly<Record<string, string>> = {
  "login <url>": "--name",
  "instance get": "",
  "instance smtp set": "--host! --port=587 --from! --username --password",
  "instance smtp clear": "--yes",
  "instance smtp test": "--to!",
  "project list": "",
  "project get <slug|id>": "",
  "project create <name>": "--slug --show-secret",
  "project update <slug|id>": "--name",
  "project delete <slug|id>": "--yes",
  "project dump [slug|id]": "",
  "project apply": "-f --file! --yes",
  "project keys show <slug|id>": "",
  "project keys rotate <slug|id>": "--grace-seconds=0",
  "project keys reset-signing <slug|id>": "--yes",
  "project keys regenerate-secret <slug|id>": "--show-secret! --yes",
  "user list": "--query --page-size --page-token --project!",
  "user get <id|email>": "--project!",
  "user create <email>": "--password --invite --display-name --verified --project!",
  "user invite <email>": "--display-name --project!",
  "user delete <id|email>": "--yes --project!",
  "user disable <id|email>": "--project!",
  "user enable <id|email>": "--project!",
  "user claims set <id|email> <json>": "--project!",
  "user sessions revoke <id|email>": "--yes --project!",
  "token create <name>": "--expires-in-days=0",
  "token list": "",
  "token revoke <id>": "--yes",
  "stats get": "--from --to --project!",
};

function ownFlags({ flags }: CommandSpec): string {
  const own = flags.filter(({ name }) => name !== "context" && name !== "json");
  const shown = own.map(({ short, name, isRequired, fallback }) => {
    const mark = isRequired ? "!" : fallback === undefined ? "" : `=${fallback}`;
    return `${short === undefined ? "" : `-${short} `}--${name}${mark}`;
  });
  return shown.join(" ");
}

test.each(Object.entries(specified))("svc %s has the specification's flags: %s", (usage, flags) => {
  const spec = commands.find((command) => command.usage === usage);
  if (spec === undefined) throw new Error(`there is no command ${usage}`);
  expect(ownFlags(spec)).toBe(flags);
  const names = spec.flags.map(({ name }) => name);
  expect(names.includes("context")).toBe(usage !== "login <url>");
  expect(names).toContain("json");
  expect(spec.json).toBeDefined();
});

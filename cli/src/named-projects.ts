import { type CommandContext, givenText } from "./command.ts";

/** The projects that --project names, once for each. */
export function namedProjects({ flags }: Pick<CommandContext, "flags">): string[] {
  return givenText(flags, "project")
    .split(",")
    .map((slug) => slug.trim())
    .filter((slug) => slug !== "");
}

import { argument, type CommandContext } from "../command.ts";
import { usageFailure } from "../failure.ts";

/**
 * The project that is named first, for a method that takes no project, too: an empty name, as from a variable that is
 * not set, must not mean all projects or the server itself.
 */
export function requireProject(context: CommandContext): string {
  const project = argument(context, 0).trim();
  if (project === "")
    throw usageFailure("the name of the project is empty", "svc project list shows the projects");
  return project;
}

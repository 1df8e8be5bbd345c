import { argument, type CommandContext } from "../command.ts";
import { type Failure, usageFailure } from "../failure.ts";

/** The project that is named first, for a method that takes no project, too. */
export function requireProject(context: CommandContext): string {
  const project = argument(context, 0).trim();
  if (project === "") throw emptyProject();
  return project;
}

/** An empty name, as from a variable that is not set, must not mean all projects or the server itself. */
export function emptyProject(): Failure {
  return usageFailure("the name of the project is empty", "svc project list shows the projects");
}

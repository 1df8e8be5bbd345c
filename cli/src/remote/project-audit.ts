import type { CommandContext } from "../command.ts";
import { listEvents } from "./list-events.ts";
import { requireProject } from "./require-project.ts";

export async function run(context: CommandContext): Promise<void> {
  const project = requireProject(context);
  return listEvents(context, ["project", "audit", project], { project, isAudit: true });
}

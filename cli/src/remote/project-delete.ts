import type { CommandContext } from "../command.ts";
import { confirmProject } from "./confirm-project.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const { call, project } = await confirmProject(
    context,
    (shown) => `This deletes ${shown} with all its users, keys and tokens.`,
  );
  await call("ProjectService", "deleteProject", { project });
  if (output.json) output.printJson({ project, deleted: true });
  else output.say(`deleted project ${project}`);
}

import { argument, type CommandContext } from "../command.ts";
import { mustAsk } from "../prompt.ts";
import { remoteClient } from "./client.ts";
import { confirmProject } from "./confirm-project.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const project = argument(context, 0);
  const asks = mustAsk(context);
  const call = remoteClient(context);
  if (asks) {
    await confirmProject(
      call,
      project,
      (shown) => `This deletes ${shown} with all its users, keys and tokens.`,
    );
  }
  await call("ProjectService", "deleteProject", { project });
  if (output.json) output.printJson({ project, deleted: true });
  else output.say(`deleted project ${project}`);
}

import { argument, type CommandContext } from "../command.ts";
import { confirmByTyping, mustAsk } from "../prompt.ts";
import { type Call, remoteClient } from "./client.ts";

/** The project that the command names, once somebody has typed its slug or --yes is given. */
export async function confirmProject(
  context: CommandContext,
  warning: (project: string) => string,
): Promise<{ call: Call; project: string }> {
  const named = argument(context, 0);
  const asks = mustAsk(context);
  const call = remoteClient(context);
  if (asks) {
    const { project } = await call("ProjectService", "getProject", { project: named });
    const { name = "", slug = named } = project ?? {};
    await confirmByTyping(warning(`project ${name} (${slug})`), slug);
  }
  return { call, project: named };
}

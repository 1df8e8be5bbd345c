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
    const warning = (shown: string) => `The present secret key of ${shown} stops working at once.`;
    await confirmProject(call, project, warning);
  }
  const answer = await call("ProjectService", "regenerateSecretKey", { project });
  if (output.json) return output.printJson(answer);
  output.print(answer.secretKey ?? "");
  output.say("the secret key is shown only now; the old one has stopped working");
}

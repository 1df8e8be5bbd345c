import type { CommandContext } from "../command.ts";
import { confirmProject } from "./confirm-project.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const { call, project } = await confirmProject(
    context,
    (shown) => `The present secret key of ${shown} stops working at once.`,
  );
  const answer = await call("ProjectService", "regenerateSecretKey", { project });
  if (output.json) return output.printJson(answer);
  output.print(answer.secretKey ?? "");
  output.say("the secret key is shown only now; the old one has stopped working");
}

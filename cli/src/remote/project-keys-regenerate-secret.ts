import type { CommandContext } from "../command.ts";
import { confirmProject } from "./confirm-project.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const { call, project } = await confirmProject(
    context,
    (shown) => `The current secret key of ${shown} stops working immediately.`,
  );
  const answer = await call("ProjectService", "regenerateSecretKey", { project });
  if (output.json) return output.printJson(answer);
  output.print(answer.secretKey ?? "");
  output.say("save the secret key now; it is not shown again, and the old one no longer works");
}

import type { CommandContext } from "../command.ts";
import { confirmProject } from "./confirm-project.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const { call, project } = await confirmProject(
    context,
    (shown) => `The old secret key of ${shown} stops working immediately.`,
  );
  const answer = await call("ProjectService", "endOldSecretKey", { project });
  if (output.json) return output.printJson(answer);
  output.say("only the new secret key works now");
}

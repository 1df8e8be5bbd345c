import type { CommandContext } from "../command.ts";
import { confirmProject } from "./confirm-project.ts";
import { keyFields } from "./key-fields.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const { call, project } = await confirmProject(
    context,
    (shown) => `Every token of ${shown} stops working, and all its users must sign in again.`,
  );
  const answer = await call("ProjectService", "resetSigningKey", { project });
  if (output.json) return output.printJson(answer);
  output.printFields(keyFields(answer.keys ?? {}));
  output.say(`ended ${answer.revokedSessions ?? 0} sessions`);
}

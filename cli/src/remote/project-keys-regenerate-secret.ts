import { type CommandContext, numberFlag } from "../command.ts";
import { confirmProject } from "./confirm-project.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const keepOldForSeconds = numberFlag(flags, "keepOldSeconds");
  const end = keepOldForSeconds === 0 ? "immediately" : `in ${keepOldForSeconds} seconds`;
  const { call, project } = await confirmProject(
    context,
    (shown) => `The current secret key of ${shown} stops working ${end}.`,
  );
  const answer = await call("ProjectService", "regenerateSecretKey", { project, keepOldForSeconds });
  if (output.json) return output.printJson(answer);
  output.print(answer.secretKey ?? "");
  const { oldKeyExpiresAt } = answer;
  const old = oldKeyExpiresAt === undefined ? "no longer works" : `works until ${oldKeyExpiresAt}`;
  output.say(`save the secret key now; it is not shown again, and the old one ${old}`);
}

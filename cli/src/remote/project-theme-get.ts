import { argument, type CommandContext } from "../command.ts";
import { remoteClient } from "./client.ts";
import { themeFields } from "./theme-fields.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const answer = await remoteClient(context)("ThemeService", "getTheme", { project: argument(context, 0) });
  if (output.json) output.printJson(answer);
  else output.printFields(themeFields(answer.revision ?? {}));
}

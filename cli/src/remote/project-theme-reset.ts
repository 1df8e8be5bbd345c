import { argument, type CommandContext, givenText } from "../command.ts";
import { confirm, mustAsk } from "../prompt.ts";
import { remoteClient } from "./client.ts";
import { themeFields } from "./theme-fields.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const project = argument(context, 0);
  const request = { project, etag: givenText(flags, "etag") };
  if (mustAsk(context)) {
    await confirm(`Go back to the default theme in project ${project}? svc project theme restore undoes it.`);
  }
  const answer = await remoteClient(context)("ThemeService", "resetTheme", request);
  if (output.json) output.printJson(answer);
  else output.printFields(themeFields(answer.revision ?? {}));
}

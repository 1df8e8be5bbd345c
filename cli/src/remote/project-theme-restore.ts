import { argument, type CommandContext, givenText } from "../command.ts";
import { confirm, mustAsk } from "../prompt.ts";
import { remoteClient } from "./client.ts";
import { themeFields } from "./theme-fields.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const request = {
    project: argument(context, 0),
    revisionId: argument(context, 1),
    etag: givenText(flags, "etag"),
  };
  if (mustAsk(context)) {
    await confirm(`Use revision ${request.revisionId} of the theme in project ${request.project} again?`);
  }
  const answer = await remoteClient(context)("ThemeService", "restoreThemeRevision", request);
  if (output.json) output.printJson(answer);
  else output.printFields(themeFields(answer.revision ?? {}));
}

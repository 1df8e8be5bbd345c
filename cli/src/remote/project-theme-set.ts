import { argument, type CommandContext, givenText, textFlag } from "../command.ts";
import { usageFailure } from "../failure.ts";
import { remoteClient } from "./client.ts";
import { readThemeFile } from "./read-theme-file.ts";
import { themeChanges } from "./theme-changes.ts";
import { themeFields } from "./theme-fields.ts";
import { updateTheme } from "./update-theme.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const typed = themeChanges(flags);
  const isTyped = Object.keys(typed).length > 0;
  if (flags.file !== undefined && isTyped) {
    throw usageFailure("--file and the other fields cannot be combined", "put all of them into the file");
  }
  if (flags.file === undefined && !isTyped) {
    const hint = "svc project theme set --help lists the fields";
    throw usageFailure("nothing to change", hint);
  }
  const changes = flags.file === undefined ? typed : await readThemeFile(textFlag(flags, "file"));
  const etag = givenText(flags, "etag");
  const answer = await updateTheme(remoteClient(context), argument(context, 0), changes, etag);
  if (output.json) output.printJson(answer);
  else output.printFields(themeFields(answer.revision ?? {}));
}

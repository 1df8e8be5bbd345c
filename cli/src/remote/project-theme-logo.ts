import { argument, type CommandContext } from "../command.ts";
import { remoteClient } from "./client.ts";
import { readUpload } from "./read-upload.ts";
import { themeFields } from "./theme-fields.ts";
import { namedFile, uploadFile } from "./theme-upload.ts";
import { updateTheme } from "./update-theme.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const project = argument(context, 0);
  const file = namedFile(context, "logo acme logo.png");
  const data = file === undefined ? "" : readUpload(file, "a logo is a PNG, JPEG, WebP or SVG image");
  const call = remoteClient(context);
  const logoAsset =
    file === undefined
      ? ""
      : await uploadFile(file, () => call("ThemeService", "uploadLogo", { project, data }));
  const answer = await updateTheme(call, project, { logoAsset });
  if (output.json) output.printJson(answer);
  else output.printFields(themeFields(answer.revision ?? {}));
}

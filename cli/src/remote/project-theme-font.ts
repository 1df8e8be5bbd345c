import { basename } from "node:path";
import { argument, type CommandContext } from "../command.ts";
import { usageFailure } from "../failure.ts";
import { type Call, remoteClient } from "./client.ts";
import { readUpload } from "./read-upload.ts";
import { themeFields } from "./theme-fields.ts";
import { namedFile, uploadFile } from "./theme-upload.ts";
import { type ThemeChanges, updateTheme } from "./update-theme.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const project = argument(context, 0);
  const file = namedFile(context, "font acme Inter.woff2");
  const data = file === undefined ? "" : readUpload(file, "a font is a WOFF2 file");
  const call = remoteClient(context);
  const changes = file === undefined ? { fontAsset: "" } : await stored(call, project, { file, data });
  const answer = await updateTheme(call, project, changes);
  if (output.json) output.printJson(answer);
  else output.printFields(themeFields(answer.revision ?? {}));
}

/** A font needs a family; a theme that has one keeps it. */
async function stored(
  call: Call,
  project: string,
  { file, data }: { file: string; data: string },
): Promise<ThemeChanges> {
  const { revision } = await call("ThemeService", "getTheme", { project });
  const fontFamily = revision?.theme?.fontFamily || familyOf(basename(file));
  if (fontFamily === "") {
    const hint = `svc project theme set ${project} --font-family Inter gives it one`;
    throw usageFailure("the theme has no font family, and the name of the file tells none", hint);
  }
  const fontAsset = await uploadFile(file, () => call("ThemeService", "uploadFont", { project, data }));
  return { fontAsset, fontFamily };
}

/** `Inter-Variable.woff2` is the font Inter. */
function familyOf(fileName: string): string {
  const [name = ""] = fileName.replace(/\.woff2$/i, "").split(/[-_.[]/);
  return name.replace(/[^a-z0-9 ]/gi, "").slice(0, 64);
}

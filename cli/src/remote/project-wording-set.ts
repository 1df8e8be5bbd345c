import { argument, type CommandContext, givenText } from "../command.ts";
import { usageFailure } from "../failure.ts";
import { readPiped } from "../prompt.ts";
import { remoteClient } from "./client.ts";
import { findSentence, wordingOf } from "./wording.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const key = argument(context, 1);
  const typed = argument(context, 2);
  const text = typed === "-" ? await readPiped("the text -", "pipe the text in") : typed;
  if (text.trim() === "") {
    throw usageFailure("the text is empty", "svc project wording reset goes back to the default text");
  }
  const call = remoteClient(context);
  const asked = wordingOf(context);
  const { wording } = await findSentence(call, asked, key);
  const { language = "" } = wording;
  const answer = await call("WordingService", "updateWording", {
    project: asked.project,
    language,
    texts: { [key]: text },
    etag: givenText(flags, "etag"),
  });
  if (output.json) return output.printJson(answer);
  output.printFields([
    ["sentence", key],
    ["language", language],
    ["own text", text.trim()],
    ["etag", answer.etag ?? ""],
  ]);
  const { project } = await call("ProjectService", "getProject", { project: asked.project });
  const { defaultLanguage, languages = [] } = project?.settings ?? {};
  if (languages.length > 0 && language !== defaultLanguage && !languages.includes(language)) {
    output.say(
      `nobody gets this text yet: settings.languages of ${asked.project} does not offer ${language}`,
    );
  }
}

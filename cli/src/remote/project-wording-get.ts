import { argument, type CommandContext } from "../command.ts";
import { remoteClient } from "./client.ts";
import { findSentence, wordingOf } from "./wording.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const { sentence, wording } = await findSentence(
    remoteClient(context),
    wordingOf(context),
    argument(context, 1),
  );
  if (output.json) return output.printJson(sentence);
  output.printFields([
    ["sentence", sentence.key ?? ""],
    ["language", wording.language ?? ""],
    ["own text", sentence.ownText ?? ""],
    ["default text", sentence.defaultText ?? ""],
    ["variables", (sentence.variables ?? []).map((name) => `{${name}}`).join(" ")],
    ["paragraphs", sentence.multiline ? "yes" : "no"],
    ["most characters", String(sentence.maxCharacters ?? "")],
    ["etag", wording.etag ?? ""],
  ]);
}

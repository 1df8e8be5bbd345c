import type { CommandContext } from "../command.ts";
import { givenText } from "../command.ts";
import { confirm, mustAsk } from "../prompt.ts";
import { remoteClient } from "./client.ts";
import { findSentence, wordingOf } from "./wording.ts";

export async function run(context: CommandContext): Promise<void> {
  const { args, flags, output } = context;
  const call = remoteClient(context);
  const asked = wordingOf(context);
  const [, key] = args;
  const wording =
    key === undefined
      ? await call("WordingService", "getWording", asked)
      : (await findSentence(call, asked, key)).wording;
  const { language = "", sentences = [] } = wording;
  const own = sentences.filter((one) => one.ownText && (key === undefined || one.key === key));
  if (mustAsk(context) && own.length > 0) {
    const what = key ?? `${own.length} ${own.length === 1 ? "sentence" : "sentences"}`;
    await confirm(`Go back to the default text of ${what} in ${language} in project ${asked.project}?`);
  }
  const answer = await call("WordingService", "updateWording", {
    project: asked.project,
    language,
    texts: Object.fromEntries(own.map((one) => [one.key ?? "", ""])),
    // What was shown and agreed to, and nothing else.
    etag: givenText(flags, "etag") || (wording.etag ?? ""),
  });
  if (output.json) return output.printJson(answer);
  output.printFields([
    ["language", language],
    ["reset", String(own.length)],
    ["etag", answer.etag ?? ""],
  ]);
}

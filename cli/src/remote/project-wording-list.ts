import type { CommandContext } from "../command.ts";
import { givenText } from "../command.ts";
import { remoteClient } from "./client.ts";
import { placeOf, wordingOf } from "./wording.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const answer = await remoteClient(context)("WordingService", "getWording", wordingOf(context));
  const place = givenText(flags, "place");
  const isSameFor = (name = ""): boolean => name === place || name === placeOf(place);
  const sentences = (answer.sentences ?? []).filter(
    (one) => (flags.changed !== true || one.ownText) && (place === "" || isSameFor(one.place)),
  );
  if (output.json) return output.printJson({ ...answer, sentences });
  output.printTable(
    ["SENTENCE", "OWN", "TEXT"],
    sentences.map(({ key = "", ownText, defaultText = "" }) => [
      key,
      ownText ? "yes" : "no",
      (ownText || defaultText).replaceAll("\n", " / "),
    ]),
  );
  if (sentences.length === 0) output.say(`no sentences of ${answer.language} to show`);
}

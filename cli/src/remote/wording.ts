import type { GetWordingResponseJson, SentenceJson } from "@svc/proto/svc/admin/v1/wording_pb";
import { argument, type CommandContext, givenText } from "../command.ts";
import { usageFailure } from "../failure.ts";
import type { Call } from "./client.ts";

/** The project and language that a command is about. An empty language is the project's default one. */
export function wordingOf(context: CommandContext): { project: string; language: string } {
  return { project: argument(context, 0), language: givenText(context.flags, "language") };
}

/** An email is also found by its kind: `verify_email`. */
export function placeOf(typed: string): string {
  return typed.includes(".") ? typed : `email.${typed}`;
}

/** A sentence of the language. A change needs the name of the language, also where none was typed. */
export async function findSentence(
  call: Call,
  asked: { project: string; language: string },
  key: string,
): Promise<{ sentence: SentenceJson; wording: GetWordingResponseJson }> {
  const wording = await call("WordingService", "getWording", asked);
  const sentence = wording.sentences?.find((one) => one.key === key);
  if (sentence !== undefined) return { sentence, wording };
  throw usageFailure(
    `there is no sentence ${JSON.stringify(key)} in ${wording.language}`,
    `svc project wording list ${asked.project} --language ${wording.language} names the sentences`,
  );
}

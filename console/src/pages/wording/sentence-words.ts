import type { Sentence } from "@svc/proto/svc/admin/v1/wording_pb";
import { wording as text } from "../../strings/wording.ts";

const RIGHT_TO_LEFT = new Set(["ar", "he"]);

/** `dead_link_heading`: "Dead link heading". */
export function labelOf({ part }: Pick<Sentence, "part">): string {
  const known = text.parts[part];
  if (known !== undefined) return known;
  const words = part.replaceAll("_", " ").replaceAll(".", " › ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What is wrong with a text that is being typed. The server has the last word. */
export function problemIn(
  typed: string,
  { variables, multiline, maxCharacters }: Pick<Sentence, "variables" | "multiline" | "maxCharacters">,
): string | undefined {
  if (lengthOf(typed) > maxCharacters) return text.tooLong(maxCharacters);
  if (!multiline && typed.trim().includes("\n")) return text.oneLine;
  const named = [...typed.matchAll(/\{([^{}]*)\}/g)].find(([, name = ""]) => !variables.includes(name));
  return named && text.unknown(named[0]);
}

/** Characters as people count them, like the server does. */
export function lengthOf(typed: string): number {
  return [...typed].length;
}

/** An empty field has no text that could tell its direction. */
export function directionIn(language: string, typed: string): "auto" | "rtl" {
  return typed === "" && RIGHT_TO_LEFT.has(language) ? "rtl" : "auto";
}

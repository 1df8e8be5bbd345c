import { oneLine } from "../../wording/one-line.ts";

const MAX_LENGTH = 100;

/** Characters that nobody sees, and those that change the direction of the text around them. */
const INVISIBLE =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e0fff}]/gu;

/** The sign of an address, and the letters that look like it. */
const AT = "@\uff20\ufe6b";
const FORBIDDEN = new RegExp(`[<>"\\\\${AT}]`);
const IN_ADDRESS = new RegExp(`[${AT}](?=[^\\s${AT}]+\\.)`, "g");

/** What is wrong with the name of a sender. An address in it would be mistaken for that of the sender. */
export function senderNameProblem(value: unknown): string | undefined {
  const name = String(value);
  if (name.length > MAX_LENGTH) return `must have at most ${MAX_LENGTH} characters`;
  if (name.trim() !== name) return "must not begin or end with a space";
  if (name.search(INVISIBLE) >= 0) return "must be one line without invisible characters";
  return FORBIDDEN.test(name) ? 'must not contain <, >, @, " or \\' : undefined;
}

/** A name for a header. Product names were never checked like names of senders, and may look like an address. */
export function safeSenderName(name: string): string {
  return oneLine(name)
    .replace(INVISIBLE, "")
    .replace(/[<>"\\]/g, "")
    .replace(IN_ADDRESS, " at ")
    .replace(/\s+/g, " ")
    .trim();
}

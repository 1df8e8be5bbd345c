import { invalidRequest } from "../../errors.ts";
import { hasDirectionMarks } from "../direction-marks.ts";

const CONTROL = /[\p{Cc}\u2028\u2029]/u;
const MAX_URL = 2000;

/** One line of plain text, trimmed. */
export function requireLine(text: string | undefined, field: string, most: number): string {
  const line = (text ?? "").trim();
  requirePlain(line, field, most);
  return line;
}

/** Plain text that may have several lines, trimmed. */
export function requireLines(text: string | undefined, field: string, most: number): string {
  const lines = (text ?? "").replaceAll("\r\n", "\n").trim();
  requirePlain(lines.replaceAll("\n", " "), field, most);
  return lines;
}

/** A URL that users open from a page or an email. The server never fetches it. */
export function requireWebAddress(text: string | undefined, field: string): string {
  const typed = (text ?? "").trim();
  if (typed === "") return "";
  requirePlain(typed, field, MAX_URL);
  const url = URL.parse(typed);
  if (url?.protocol !== "https:") throw invalidRequest(field, "must be a URL that starts with https://");
  if (url.username !== "" || url.password !== "") {
    throw invalidRequest(field, "must not contain a username or password");
  }
  // Checked again, because non-ASCII characters are longer when encoded.
  requirePlain(url.href, field, MAX_URL);
  return url.href;
}

function requirePlain(text: string, field: string, most: number): void {
  if ([...text].length > most) throw invalidRequest(field, `must have at most ${most} characters`);
  if (CONTROL.test(text) || hasDirectionMarks(text) || !text.isWellFormed()) {
    throw invalidRequest(field, "must be plain text without control characters");
  }
}

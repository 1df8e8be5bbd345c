import { readable } from "./render-text.ts";

/**
 * Removes the link and the code of a refused email from the relay's reply. A relay may quote the email in any encoding
 * and broken over lines, and a reader of the log must not be able to use the link. The quotation is cut off before the
 * token, and anything else that looks like a token is removed.
 */
export function redactLink(reply: string, link: string | undefined, code?: string): string {
  const secrets = [...secretsOf(link), ...(code === undefined ? [] : codeSecrets(code))];
  const cuts = [reply, decoded(reply)].flatMap((text) => beforeQuotation(text, secrets) ?? []);
  const [shortest = reply] = cuts.sort((a, b) => a.length - b.length);
  return shortest.replace(TOKEN_LIKE, "…");
}

/** Upper-case letters, lower-case letters and digits together, unlike a host name, an address or a word. */
const TOKEN_LIKE = /(?=[\w-]*[A-Z])(?=[\w-]*[a-z])(?=[\w-]*\d)[\w-]{20,}|[\w-]{43,}/g;

/** A token or code with its name. Relays write "code = 550" about themselves. */
const NAMED = /token\s*=|code\s*=\s*\d{8}/i;

const NON_TOKEN_CHARACTERS = /[^A-Za-z0-9_-]/g;

/** A match of this many characters is not a coincidence, and fewer do not help an attacker. */
const MIN_MATCH = 8;

/** A code has only eight digits, so fewer of them help. */
const MIN_CODE_MATCH = 6;

/** A text that must not be shown, as lower-case characters of a token, and how many of them in a row tell too much. */
type Secret = Readonly<{ text: string; minMatch: number }>;

/** The token, flow and code of the link in each encoding that an email body may use, without its separators. */
function secretsOf(link = ""): Secret[] {
  return [...link.matchAll(/[?&](token|flow|code)=([\w-]+)/g)].flatMap(([, name, value = ""]) =>
    name === "code" ? codeSecrets(value) : textsOf(value).map((text) => ({ text, minMatch: MIN_MATCH })),
  );
}

/** The body has the code in two groups, which is another text in base64. */
function codeSecrets(code: string): Secret[] {
  const [, ...grouped] = textsOf(readable(code));
  const [plain = "", ...encoded] = textsOf(code);
  const inBase64 = [...encoded, ...grouped].map((text) => ({ text, minMatch: MIN_MATCH }));
  return [{ text: plain, minMatch: MIN_CODE_MATCH }, ...inBase64];
}

/** A text as it is, and in base64, which depends on the number of bytes before it, modulo 3. */
function textsOf(value: string): string[] {
  const encoded = [0, 2, 3].map((spoiled, before) => {
    const bytes = Buffer.from(`${" ".repeat(before)}${value}`);
    return bytes.toString("base64").slice(spoiled, Math.floor((bytes.length * 8) / 6));
  });
  return [value, ...encoded].map((text) => text.replace(NON_TOKEN_CHARACTERS, "").toLowerCase());
}

function beforeQuotation(text: string, secrets: readonly Secret[]): string | undefined {
  const indexes = [text.search(NAMED), indexOfSecret(text, secrets)].filter((index) => index >= 0);
  return indexes.length === 0 ? undefined : `${text.slice(0, Math.min(...indexes))}…`;
}

/** The index where a part of a secret begins, ignoring separators between its characters; -1 if there is none. */
function indexOfSecret(text: string, secrets: readonly Secret[]): number {
  const indexes = [...text.matchAll(/[A-Za-z0-9_-]/g)].map(({ index }) => index);
  const joined = indexes
    .map((index) => text[index])
    .join("")
    .toLowerCase();
  const found = secrets.flatMap((secret) => partsOf(secret).map((part) => joined.indexOf(part)));
  const first = Math.min(...found.filter((at) => at >= 0));
  return indexes[first] ?? -1;
}

function partsOf({ text, minMatch }: Secret): string[] {
  return Array.from({ length: Math.max(0, text.length - minMatch + 1) }, (_, at) =>
    text.slice(at, at + minMatch),
  );
}

/** Decodes quoted-printable, URL and HTML escapes, and removes the reply codes at the start of lines. */
function decoded(reply: string): string {
  let text = reply;
  for (let layer = 0; layer < 3; layer++) {
    text = text
      .replace(/[\r\n]+\d{3}[- ](?:\d\.\d{1,3}\.\d{1,3}\b)?/g, "\n")
      .replace(/=\s+/g, "")
      .replace(/(?:=|%|&#x|\\x|\\u00)([2-7][0-9a-f]);?/gi, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      )
      .replace(/&#(\d{2,3});/g, (_, code: string) => String.fromCharCode(Number(code)));
  }
  return text;
}

/**
 * Removes the link of a refused email from the relay's reply. A relay may quote the email in any encoding and broken
 * over lines, and a reader of the log must not be able to use the link. The quotation is cut off before the token, and
 * anything else that looks like a token is removed.
 */
export function redactLink(reply: string, link: string | undefined): string {
  const secrets = secretsOf(link);
  const cuts = [reply, decoded(reply)].flatMap((text) => beforeQuotation(text, secrets) ?? []);
  const [shortest = reply] = cuts.sort((a, b) => a.length - b.length);
  return shortest.replace(TOKEN_LIKE, "…");
}

/** Upper-case letters, lower-case letters and digits together, unlike a host name, an address or a word. */
const TOKEN_LIKE = /(?=[\w-]*[A-Z])(?=[\w-]*[a-z])(?=[\w-]*\d)[\w-]{20,}|[\w-]{43,}/g;

const NON_TOKEN_CHARACTERS = /[^A-Za-z0-9_-]/g;

/** A match of this many characters is not a coincidence, and fewer do not help an attacker. */
const MIN_MATCH = 8;

/** The token of the link in each encoding that an email body may use, without the separators of the encoding. */
function secretsOf(link = ""): string[] {
  const [, token] = /[?&](?:token|code)=([\w-]+)/.exec(link) ?? [];
  if (token === undefined) return [];
  // The base64 of a text depends on the number of bytes before it, modulo 3.
  const encoded = [0, 2, 3].map((spoiled, before) =>
    Buffer.from(`${" ".repeat(before)}${token}`)
      .toString("base64")
      .slice(spoiled, -4),
  );
  return [token, ...encoded].map((text) => text.replace(NON_TOKEN_CHARACTERS, "").toLowerCase());
}

function beforeQuotation(text: string, secrets: readonly string[]): string | undefined {
  const indexes = [text.search(/token\s*=/i), indexOfSecret(text, secrets)].filter((index) => index >= 0);
  return indexes.length === 0 ? undefined : `${text.slice(0, Math.min(...indexes))}…`;
}

/** The index where a part of a secret begins, ignoring separators between its characters; -1 if there is none. */
function indexOfSecret(text: string, secrets: readonly string[]): number {
  const indexes = [...text.matchAll(/[A-Za-z0-9_-]/g)].map(({ index }) => index);
  const joined = indexes
    .map((index) => text[index])
    .join("")
    .toLowerCase();
  const parts = new Set(
    secrets.flatMap((secret) =>
      Array.from({ length: Math.max(0, secret.length - MIN_MATCH + 1) }, (_, at) =>
        secret.slice(at, at + MIN_MATCH),
      ),
    ),
  );
  return indexes.find((_, at) => parts.has(joined.slice(at, at + MIN_MATCH))) ?? -1;
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

/**
 * What a relay said, without the link of the mail that it refused. A relay may quote what it was sent, in any
 * encoding of mail and broken over lines, and whoever reads its words must not be able to follow the link.
 * The quotation is cut off where it begins to tell, and whatever else looks like a token is left out.
 */
export function withoutLink(said: string, link: string | undefined): string {
  const secrets = secretsOf(link);
  const cuts = [said, decoded(said)].flatMap((text) => beforeQuotation(text, secrets) ?? []);
  const [shortest = said] = cuts.sort((a, b) => a.length - b.length);
  return shortest.replace(TOKEN_LIKE, "…");
}

/** Capitals, small letters and digits together: neither the name of a host nor an address nor a word. */
const TOKEN_LIKE = /(?=[\w-]*[A-Z])(?=[\w-]*[a-z])(?=[\w-]*\d)[\w-]{20,}|[\w-]{43,}/g;

const NOT_OF_A_TOKEN = /[^A-Za-z0-9_-]/g;

/** So few characters of a token in a row are no coincidence, and fewer do not help anybody. */
const TELLING = 8;

/** The token of the link in each way that a body of mail may have it, without what encodings put in between. */
function secretsOf(link = ""): string[] {
  const [, token] = /[?&]token=([\w-]+)/.exec(link) ?? [];
  if (token === undefined) return [];
  // What base64 makes of a text depends on how many bytes stand before it, modulo 3.
  const encoded = [0, 2, 3].map((spoiled, before) =>
    Buffer.from(`${" ".repeat(before)}${token}`)
      .toString("base64")
      .slice(spoiled, -4),
  );
  return [token, ...encoded].map((text) => text.replace(NOT_OF_A_TOKEN, "").toLowerCase());
}

function beforeQuotation(text: string, secrets: readonly string[]): string | undefined {
  const places = [text.search(/token\s*=/i), placeOf(text, secrets)].filter((place) => place >= 0);
  return places.length === 0 ? undefined : `${text.slice(0, Math.min(...places))}…`;
}

/** Where a telling part of a secret begins, whatever stands between its characters; -1 if nowhere. */
function placeOf(text: string, secrets: readonly string[]): number {
  const places = [...text.matchAll(/[A-Za-z0-9_-]/g)].map(({ index }) => index);
  const joined = places
    .map((place) => text[place])
    .join("")
    .toLowerCase();
  const parts = new Set(
    secrets.flatMap((secret) =>
      Array.from({ length: Math.max(0, secret.length - TELLING + 1) }, (_, at) =>
        secret.slice(at, at + TELLING),
      ),
    ),
  );
  return places.find((_, at) => parts.has(joined.slice(at, at + TELLING))) ?? -1;
}

/** Without quoted-printable, escapes of URLs and HTML, and the codes before each line of an answer. */
function decoded(said: string): string {
  let text = said;
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

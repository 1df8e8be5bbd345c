/** The sign between mailbox and host, as it is or in the encodings of URLs, of mail bodies, of xtext and of HTML. */
const ENCODED_AT = String.raw`%40|=40|\+40|&#0*64;|&#x0*40;|&commat;|\\x40|\\u0040`;
const AT = "[@＠﹫]";
const DOT = String.raw`(?:\.|%2E|=2E|\+2E|&#46;)`;
/** The second form has quotes that were escaped once more. No address is longer, and a relay may say anything. */
const QUOTED = String.raw`"(?:[^"\\]|\\.){1,320}"|\\"[^"]{1,320}\\"`;
const LOCAL = String.raw`[^\s<>()[\]",;:@＠﹫]{1,320}`;
const HOST = String.raw`\[[^\]\s]*\]|[^\s<>()[\]"',;:@＠﹫]+`;
/** Stricter after a sign that is encoded: in `SIZE=4096` there is none. */
const NAMED_HOST = String.raw`[\p{L}\p{N}-]+(?:${DOT}[\p{L}\p{N}-]+)*${DOT}\p{L}[\p{L}\p{N}-]+`;

/** Also matches ids of messages, which look like addresses. */
const ADDRESS = new RegExp(
  `(?<local>${QUOTED}|${LOCAL})(?:${AT}(?<host>${HOST})|(?:${ENCODED_AT})(?<named>${NAMED_HOST}))`,
  "giu",
);

const ESCAPE = /(?:%|=|&#x|\\x|\\u00)([0-9a-f]{2});?|&#(\d{2,3});/gi;

/**
 * What a relay said, with every address as `j***@example.com`: relays repeat the recipient, and the answer outlives the
 * email. The recipient's name alone is masked too, and the address in base64.
 */
export function maskAddresses(reply: string, recipient: string): string {
  const withoutBase64 = base64Of(recipient).reduce((text, secret) => text.replaceAll(secret, "…"), reply);
  const masked = withoutBase64.replace(ADDRESS, (...match) => {
    const { local = "", host, named } = match.at(-1) as Record<string, string | undefined>;
    return `${initialOf(local)}***@${host ?? named ?? ""}`;
  });
  return maskName(masked, recipient.slice(0, recipient.lastIndexOf("@")));
}

/** The first letter of a mailbox, unless that is all of it. */
function initialOf(local: string): string {
  const plain = local
    .replace(ESCAPE, (_, hex?: string, code?: string) =>
      String.fromCodePoint(hex === undefined ? Number(code) : Number.parseInt(hex, 16)),
    )
    .replace(/^[\\"'`]+|[\\"'`]+$/g, "");
  const [first = "", ...rest] = plain;
  return rest.length === 0 ? "" : first;
}

/** Shorter names are parts of too many words. */
const SHORTEST_NAME = 3;

/** `no such user: ada`. */
function maskName(text: string, name: string): string {
  if (name.length < SHORTEST_NAME) return text;
  const forms = [name, encodeURIComponent(name)].map(RegExp.escape).join("|");
  if (!new RegExp(forms, "iu").test(text)) return text; // as usual, and the pattern below takes a millisecond to compile
  const alone = new RegExp(
    String.raw`(?<![\p{L}\p{N}._-])(?:${forms})(?![\p{L}\p{N}_-]|\.[\p{L}\p{N}])`,
    "giu",
  );
  return text.replace(alone, `${initialOf(name)}***`);
}

/** The base64 of a text depends on the number of bytes before it, modulo 3. The last characters depend on what follows. */
function base64Of(address: string): string[] {
  return [0, 2, 3].map((spoiled, before) =>
    Buffer.from(`${" ".repeat(before)}${address}`)
      .toString("base64")
      .slice(spoiled, -4),
  );
}

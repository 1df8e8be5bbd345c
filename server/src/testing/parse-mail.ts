export type ParsedMail = {
  /** Unfolded, names in lower case, one entry per header line. */
  headers: [name: string, value: string][];
  subject: string;
  text: string;
  html: string;
};

/** Reads what our mails are made of: multipart/alternative of two quoted-printable parts. */
export function parseMail(raw: string): ParsedMail {
  const [head = "", ...rest] = raw.split("\r\n\r\n");
  const body = rest.join("\r\n\r\n");
  const headers = parseHeaders(head);
  const [, boundary = ""] = /boundary="?([^";]+)/.exec(headerOf(headers, "content-type")) ?? [];
  const parts = `\r\n${body}`.split(`\r\n--${boundary}`).map(parsePart);
  const partOf = (type: string): string => parts.find((part) => part.type.startsWith(type))?.content ?? "";
  return {
    headers,
    subject: decodeWords(headerOf(headers, "subject")),
    text: partOf("text/plain"),
    html: partOf("text/html"),
  };
}

export function headerOf(headers: ParsedMail["headers"], name: string): string {
  return headers.find(([header]) => header === name)?.[1] ?? "";
}

function parseHeaders(head: string): ParsedMail["headers"] {
  const lines = head.replace(/\r\n[ \t]+/g, " ").split("\r\n");
  return lines
    .filter((line) => line !== "")
    .map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    });
}

function parsePart(part: string): { type: string; content: string } {
  const [head = "", ...rest] = part.replace(/^\r\n/, "").split("\r\n\r\n");
  const headers = parseHeaders(head);
  const content = rest.join("\r\n\r\n").replaceAll("\r\n", "\n");
  const isQuoted = headerOf(headers, "content-transfer-encoding") === "quoted-printable";
  return {
    type: headerOf(headers, "content-type"),
    content: isQuoted ? decodeQuoted(content.replace(/=\n/g, "")) : content,
  };
}

function decodeQuoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, "latin1").toString("utf8");
}

/** `=?UTF-8?Q?...?=` and `=?UTF-8?B?...?=`, one after another. */
export function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, encoding: string, word: string) =>
      encoding.toUpperCase() === "B"
        ? Buffer.from(word, "base64").toString("utf8")
        : decodeQuoted(word.replaceAll("_", " ")),
    );
}

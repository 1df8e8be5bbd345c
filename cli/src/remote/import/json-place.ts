// Without nested repetition: a string of hundreds of megabytes must not exhaust the matcher.
const STRING = /"[[^"\\\p{Cc}]\x7f-\x9f]*(?:\\(?:["\\\/bfnrt]|u[0-9a-fA-F]{4})[[^"\\\p{Cc}]\x7f-\x9f]*)*"/vy;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
const SPACE = /[ \t\r\n]*/y;

type Expected = "value" | "value or ]" | "key" | "key or }" | "colon" | "comma" | "end";

/** Where a text stops being JSON: JSON.parse tells that only for some mistakes. */
export function placeOfJsonError(text: string): { line: number; column: number } {
  const before = text.slice(0, offsetOfJsonError(text));
  const lines = before.split("\n");
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

function offsetOfJsonError(text: string): number {
  const open: string[] = [];
  const afterValue = (): Expected => (open.length === 0 ? "end" : "comma");
  let expected: Expected = "value";
  for (let at = skip(SPACE, text, 0); at < text.length; at = skip(SPACE, text, at)) {
    const char = text[at] ?? "";
    const closes = char === "}" || char === "]";
    if (closes) {
      if (open.pop() !== char || !mayClose(expected, char)) return at;
      expected = afterValue();
      at += 1;
    } else if (expected === "comma" || expected === "colon") {
      if (char !== (expected === "comma" ? "," : ":")) return at;
      if (expected === "colon") expected = "value";
      else expected = open.at(-1) === "}" ? "key" : "value";
      at += 1;
    } else if (expected === "key" || expected === "key or }") {
      const end = skip(STRING, text, at);
      if (end === at) return at;
      expected = "colon";
      at = end;
    } else if (expected === "end") {
      return at;
    } else if (char === "{" || char === "[") {
      open.push(char === "{" ? "}" : "]");
      expected = char === "{" ? "key or }" : "value or ]";
      at += 1;
    } else {
      const end = skip(char === '"' ? STRING : SCALAR, text, at);
      if (end === at) return at;
      expected = afterValue();
      at = end;
    }
  }
  return text.length;
}

function mayClose(expected: Expected, char: string): boolean {
  return expected === "comma" || expected === (char === "}" ? "key or }" : "value or ]");
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

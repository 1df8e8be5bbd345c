import { expect, test } from "vitest";
import { render } from "../../wire/html.ts";
import { highlight } from "./highlight.ts";

/** `[kind:text]` for each part that is marked. */
const marked = (code: string, language: string): string =>
  render(highlight(code, language))
    .replace(/<span class="([\w-]+)">/g, "[$1:")
    .replaceAll("</span>", "]")
    .replaceAll("&#34;", '"')
    .replaceAll("&#39;", "'");

test.each([
  ["ts", 'const a = "b"; // c', '[keyword:const] a = [string:"b"]; [comment:// c]'],
  ["ts", 'fetch("https://a/b")', 'fetch([string:"https://a/b"])'],
  ["tsx", "return 15_000", "[keyword:return] [number:15_000]"],
  ["sh", "svc login --json $URL # c", "svc login [number:--json] [number:$URL] [comment:# c]"],
  ["sh", "curl -d '{\"a\": 1}'", "curl [number:-d] [string:'{\"a\": 1}']"],
  ["sh", "a#b", "a#b"],
  ["json", '{"a": "b", "c": true}', '{[keyword:"a"]: [string:"b"], [keyword:"c"]: [keyword:true]}'],
  ["go", "func f() string", "[keyword:func] f() string"],
  ["python", "def f(): # c", "[keyword:def] f(): [comment:# c]"],
  ["yaml", "a:\n  - b: 1 # c", "[keyword:a]:\n  - [keyword:b]: [number:1] [comment:# c]"],
  ["toml", '[a]\nb = "c"', '[keyword:[a]]\n[keyword:b] = [string:"c"]'],
  ["nginx", "location /a {\n  proxy_pass b;", "[keyword:location] /a {\n  [keyword:proxy_pass] b;"],
  ["sql", "SELECT a FROM b -- c", "[keyword:SELECT] a [keyword:FROM] b [comment:-- c]"],
  ["xml", '<a b="c">', '[keyword:&#60;a] b=[string:"c"][keyword:>]'.replace(":>]", ":&#62;]")],
  ["kotlin", "val a = 1", "[keyword:val] a = [number:1]"],
  ["dart", "final a = 1", "[keyword:final] a = [number:1]"],
  ["csharp", "var a = 1", "[keyword:var] a = [number:1]"],
  ["rust", "let a = 1", "[keyword:let] a = [number:1]"],
  ["php", "$a = null", "$a = [keyword:null]"],
  ["swift", "let a = 1", "[keyword:let] a = [number:1]"],
  ["java", "new A()", "[keyword:new] A()"],
  ["http", "Host: a", "[keyword:Host]: a"],
  ["unknown", 'const a = "b"', 'const a = "b"'],
])("%s: %s", (language, code, expected) => {
  expect(marked(code, language)).toBe(expected);
});

test.each([
  ["ts", 'key: "pk_..."', 'key: [string:"[fill-key:pk_...]"]'],
  ["sh", "svc doctor --project demo", "svc doctor [number:--project] [fill-project:demo]"],
  ["text", "http://a/p/demo/.well-known", "http://a/p/[fill-project:demo]/.well-known"],
  [
    "ts",
    'createVerifier({ project: "demo" })',
    'createVerifier({ project: [string:"[fill-project:demo]"] })',
  ],
  ["text", "a demo of sk_... and pk_abc", "a demo of sk_... and pk_abc"],
])("%s: the places of the project's key and name: %s", (language, code, expected) => {
  expect(marked(code, language)).toBe(expected);
});

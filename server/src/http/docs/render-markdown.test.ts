import { expect, test } from "vitest";
import { render } from "../../wire/html.ts";
import { anchorOf } from "./anchors.ts";
import { renderMarkdown } from "./render-markdown.ts";

const known = (target: string): string | undefined => (target === "gone.md" ? undefined : `/to/${target}`);
/** Without the line ends between blocks, which nobody sees. */
const rendered = (...lines: string[]): string =>
  render(renderMarkdown(lines.join("\n"), known))
    .replace(/\n+(?=<(?!\/code)|$)/g, "")
    .replace(/(?<=>)\n+/g, "");

test.each<[string, string[], string]>([
  ["a paragraph of two lines", ["one", "two"], "<p>one\ntwo</p>"],
  ["two paragraphs", ["one", "", "two"], "<p>one</p><p>two</p>"],
  [
    "headings",
    ["# A `b` c", "## D", "#### E"],
    '<h1 id="a-b-c">A <code>b</code> c</h1><h2 id="d">D</h2><h4 id="e">E</h4>',
  ],
  ["the same heading twice", ["## A", "## A"], '<h2 id="a">A</h2><h2 id="a-1">A</h2>'],
  ["a comment", ["<!-- not", "this -->", "", "text"], "<p>text</p>"],
  ["a rule", ["a", "", "---", "", "b"], "<p>a</p><hr><p>b</p>"],
  ["a quote", ["> a", "> b", ">", "> - c"], "<blockquote><p>a\nb</p><ul><li>c</li></ul></blockquote>"],
  ["a list", ["- a", "- b", "  goes on", "- c"], "<ul><li>a</li><li>b\ngoes on</li><li>c</li></ul>"],
  ["a list right after its sentence", ["these:", "- a"], "<p>these:</p><ul><li>a</li></ul>"],
  ["a numbered list", ["1. a", "2. b"], "<ol><li>a</li><li>b</li></ol>"],
  [
    "a list in a list",
    ["- a", "  - b", "    1. c", "- d"],
    "<ul><li>a<ul><li>b<ol><li>c</li></ol></li></ul></li><li>d</li></ul>",
  ],
  [
    "a list with paragraphs",
    ["- a", "", "  b", "- c"],
    "<ul><li><p>a</p><p>b</p></li><li><p>c</p></li></ul>",
  ],
  ["items apart from each other", ["1. a", "", "2. b"], "<ol><li>a</li><li>b</li></ol>"],
  ["a list that ends", ["- a", "", "text"], "<ul><li>a</li></ul><p>text</p>"],
  ["a list with another mark", ["- a", "* b"], "<ul><li>a</li></ul><ul><li>b</li></ul>"],
  ["one list after another", ["- a", "1. b"], "<ul><li>a</li></ul><ol><li>b</li></ol>"],
  [
    "code",
    ["```text", "a < b && `c`", "", "# no heading", "```"],
    '<pre tabindex="0"><code>a &#60; b &#38;&#38; &#96;c&#96;\n\n# no heading\n</code></pre>',
  ],
  [
    "code in code",
    ["````", "```", "x", "```", "````"],
    '<pre tabindex="0"><code>&#96;&#96;&#96;\nx\n&#96;&#96;&#96;\n</code></pre>',
  ],
  [
    "code in a list",
    ["- a", "  ```sh", "  b", "    c", "  ```", "- d"],
    '<ul><li>a<pre tabindex="0"><code>b\n  c\n</code></pre></li><li>d</li></ul>',
  ],
  ["code that is not closed", ["```", "a"], '<pre tabindex="0"><code>a\n</code></pre>'],
  ["a line with a bar is no table", ["a | b"], "<p>a | b</p>"],
])("%s", (_, lines, html) => {
  expect(rendered(...lines)).toBe(html);
});

test("a table", () => {
  const html = rendered("| A | B |", "|---|:-:|", "| `x\\|y` | |", "| a \\| b | **c** |", "", "text");
  expect(html).toContain('<th scope="col">A</th><th scope="col">B</th>');
  expect(html).toContain("<td><code>x|y</code></td><td></td>");
  expect(html).toContain("<td>a | b</td><td><strong>c</strong></td>");
  expect(html).toContain("</table></div><p>text</p>");
});

test.each([
  ["`a < b`", "<code>a &#60; b</code>"],
  ["``a ` b``", "<code>a &#96; b</code>"],
  ["`` `a` ``", "<code>&#96;a&#96;</code>"],
  ["**a `**` b**", "<strong>a <code>**</code> b</strong>"],
  ["*a* _b_", "<em>a</em> <em>b</em>"],
  ["**a *b* c**", "<strong>a <em>b</em> c</strong>"],
  ["snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"],
  ["\\*not\\* \\`code\\`", "*not* &#96;code&#96;"],
  ["[a `b`](c.md#d)", '<a href="/to/c.md#d">a <code>b</code></a>'],
  ["[**a**](c.md), [b](d.md)", '<a href="/to/c.md"><strong>a</strong></a>, <a href="/to/d.md">b</a>'],
  ["[a](gone.md)", "a"],
  ["[a](https://example.com/?a=1&b=2)", '<a href="https://example.com/?a=1&#38;b=2" rel="noreferrer">a</a>'],
  ["<https://example.com>", '<a href="https://example.com" rel="noreferrer">https://example.com</a>'],
  ["![a](b.png)", '<img src="/to/b.png" alt="a">'],
  ["![a](https://elsewhere.example/b.png)", "a"],
  ["[1] and (2)", "[1] and (2)"],
  ["$XDG_CONFIG_HOME or ~/.config", "$XDG_CONFIG_HOME or ~/.config"],
])("%s", (text, html) => {
  expect(rendered(text)).toBe(`<p>${html}</p>`);
});

test.each([
  '<script>alert("1")</script>',
  '<img src=x onerror="a">',
  '[a](" onmouseover="b)',
  "[a](javascript:alert(1))",
  '![" onerror="a](b.png)',
  "`<b>`",
  '# <b id="x">',
  "| <b> |\n|---|\n| <i> |",
  "```\n</code></pre><script>\n```",
  '<https://a/"onclick="b>',
])("nothing in a page becomes markup of its own: %s", (text) => {
  const html = render(
    renderMarkdown(text, (target) => (target.startsWith("javascript:") ? undefined : target)),
  );
  const tags = [...html.matchAll(/<[^>]*>/g)].map(([tag]) => tag);
  for (const tag of tags) {
    expect(tag).toMatch(
      /^<\/?(p|a|img|em|strong|code|pre|h1|div|table|thead|tbody|tr|th|td)( (href|rel|src|alt|id|class|tabindex|role|aria-label|scope)="[^"]*")*>$/,
    );
  }
  expect(html).not.toMatch(/<(script|b|i)\b/);
});

test("anchors are those of the forge on which the pages are read, too", () => {
  expect(anchorOf("`svc user list`: what & how?")).toBe("svc-user-list-what--how");
});

import { type Html, html } from "../../wire/html.ts";
import { type Resolve, renderInline } from "./render-inline.ts";

/** One kind of block: whether it begins with this line, and how it is taken from the front of the lines. */
type Block = Readonly<{
  begins: (line: string, next: string) => boolean;
  take: (lines: string[], page: PageContext) => Html;
}>;

type PageContext = Readonly<{ resolve: Resolve; anchors: Map<string, number> }>;

const FENCE = /^(`{3,}|~{3,})\s*([\w-]*)/;
const HEADING = /^(#{1,6})\s+(.+?)\s*#*$/;
const ITEM = /^(?<mark>[-*+]|\d{1,9}[.)])(?<space>\s+)(?<rest>.*)$/;
const RULE = /^(?:-{3,}|\*{3,}|_{3,})\s*$/;
const DELIMITERS = /^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;

/** The part of Markdown that our documents use, as HTML in which nothing but this file wrote a tag. */
export function renderMarkdown(text: string, resolve: Resolve): Html {
  const withoutComments = text.replaceAll("\r\n", "\n").replace(/<!--.*?-->\n*/gs, "");
  return renderBlocks(withoutComments.split("\n"), { resolve, anchors: new Map() });
}

/** The name of a heading in an address, as forges that show Markdown make it. */
export function anchorOf(heading: string): string {
  const words = heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "");
  return words.trim().replaceAll(" ", "-");
}

function renderBlocks(lines: string[], page: PageContext): Html {
  const rest = [...lines];
  const blocks: Html[] = [];
  for (;;) {
    while (rest[0] !== undefined && rest[0].trim() === "") rest.shift();
    const [line, next = ""] = rest;
    if (line === undefined) return html`${blocks}`;
    const kind = KINDS.find(({ begins }) => begins(line, next)) ?? paragraph;
    blocks.push(html`${kind.take(rest, page)}\n`);
  }
}

/** Takes lines from the front as long as the test holds. */
function takeWhile(lines: string[], holds: (line: string, next: string) => boolean): string[] {
  const end = lines.findIndex((line, at) => !holds(line, lines[at + 1] ?? ""));
  return lines.splice(0, end < 0 ? lines.length : end);
}

const fence: Block = {
  begins: (line) => FENCE.test(line),
  take(lines) {
    const [, marks = ""] = FENCE.exec(lines.shift() ?? "") ?? [];
    const code = takeWhile(lines, (line) => !line.startsWith(marks));
    lines.shift();
    // A block may be wider than the screen: with the keyboard it is scrolled only when it can have the focus.
    return html`<pre tabindex="0"><code>${`${code.join("\n")}\n`}</code></pre>`;
  },
};

const heading: Block = {
  begins: (line) => HEADING.test(line),
  take(lines, { resolve, anchors }) {
    const [, { length: level } = "#", text = ""] = HEADING.exec(lines.shift() ?? "") ?? [];
    const anchor = anchorOf(text);
    const before = anchors.get(anchor) ?? 0;
    anchors.set(anchor, before + 1);
    const id = before === 0 ? anchor : `${anchor}-${before}`;
    const content = renderInline(text, resolve);
    if (level === 1) return html`<h1 id="${id}">${content}</h1>`;
    if (level === 2) return html`<h2 id="${id}">${content}</h2>`;
    return level === 3 ? html`<h3 id="${id}">${content}</h3>` : html`<h4 id="${id}">${content}</h4>`;
  },
};

const rule: Block = {
  begins: (line) => RULE.test(line),
  take(lines) {
    lines.shift();
    return html`<hr>`;
  },
};

const quote: Block = {
  begins: (line) => line.startsWith(">"),
  take(lines, page) {
    const inside = takeWhile(lines, (line) => line.startsWith(">"));
    return html`<blockquote>${renderBlocks(
      inside.map((line) => line.replace(/^> ?/, "")),
      page,
    )}</blockquote>`;
  },
};

const table: Block = {
  begins: (line, next) => line.includes("|") && next.includes("-") && DELIMITERS.test(next),
  take(lines, { resolve }) {
    const [head = "", , ...body] = takeWhile(lines, (line) => line.includes("|"));
    const cells = (line: string): Html[] => cellsOf(line).map((cell) => renderInline(cell, resolve));
    const headings = cellsOf(head).map((cell) =>
      cell === "" ? html`<td></td>` : html`<th scope="col">${renderInline(cell, resolve)}</th>`,
    );
    const rows = body.map((line) => html`<tr>${cells(line).map((cell) => html`<td>${cell}</td>`)}</tr>\n`);
    return html`<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>
<thead><tr>${headings}</tr></thead>
<tbody>${rows}</tbody>
</table></div>`;
  },
};

function cellsOf(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

const list: Block = {
  begins: (line) => ITEM.test(line),
  take(lines, page) {
    const isOrdered = /^\d/.test(lines[0] ?? "");
    const belongs = (line: string): boolean => ITEM.test(line) && /^\d/.test(line) === isOrdered;
    const items: string[][] = [];
    while (belongs(lines[0] ?? "")) items.push(takeItem(lines));
    const isLoose = items.some((item) => item.some((line, at) => line === "" && (item[at + 1] ?? "") !== ""));
    const inside = items.map(
      (item) => html`<li>${isLoose ? renderBlocks(item, page) : tight(item, page)}</li>\n`,
    );
    return isOrdered ? html`<ol>\n${inside}</ol>` : html`<ul>\n${inside}</ul>`;
  },
};

/** The lines of one item, without the indent that puts them into it. */
function takeItem(lines: string[]): string[] {
  const { mark = "-", space = " ", rest = "" } = ITEM.exec(lines.shift() ?? "")?.groups ?? {};
  const indent = " ".repeat(mark.length + space.length);
  const more = takeWhile(lines, (line, next) => {
    if (line.trim() === "") return next.startsWith("  ");
    return line.startsWith("  ") || !KINDS.some(({ begins }) => begins(line, next));
  });
  // A blank line ends the item unless what follows is indented into it.
  const item = [
    rest,
    ...more.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line.trim())),
  ];
  while (lines[0]?.trim() === "" && ITEM.test(lines[1] ?? "")) lines.shift();
  return item;
}

/** An item without paragraphs: its text, and the blocks below it. */
function tight(item: string[], page: PageContext): Html {
  const lines = [...item];
  const text = takeWhile(
    lines,
    (line, next) => line !== "" && !KINDS.some(({ begins }) => begins(line, next)),
  );
  return html`${renderInline(text.join("\n"), page.resolve)}${lines.length > 0 && html`\n${renderBlocks(lines, page)}`}`;
}

const paragraph: Block = {
  begins: () => true,
  take(lines, { resolve }) {
    const first = lines.shift() ?? "";
    const more = takeWhile(
      lines,
      (line, next) => line.trim() !== "" && !KINDS.some(({ begins }) => begins(line, next)),
    );
    return html`<p>${renderInline([first, ...more].map((line) => line.trim()).join("\n"), resolve)}</p>`;
  },
};

const KINDS: readonly Block[] = [fence, heading, rule, quote, table, list];

import { Lexer, type MarkedToken, type Token, Tokenizer, type Tokens } from "marked";
import { type Html, html } from "../../wire/html.ts";

/** Where a link of a page leads; undefined for what this server does not have. */
export type Resolve = (target: string) => string | undefined;

type PageContext = Readonly<{ resolve: Resolve; anchors: Map<string, number> }>;

/**
 * Markdown as HTML. The library only parses: every tag is written here, through a template that escapes, so
 * that nothing in a document becomes markup of its own.
 */
export function renderMarkdown(text: string, resolve: Resolve): Html {
  const withoutComments = text.replace(/<!--.*?-->\n*/gs, "");
  return renderBlocks(newLexer().lex(withoutComments), { resolve, anchors: new Map() });
}

/** Text within a block: code, links, emphasis. */
export function renderInline(text: string, resolve: Resolve): Html {
  return inline(newLexer().inlineTokens(text), resolve);
}

/** The name of a heading in an address, as forges that show Markdown make it. */
export function anchorOf(heading: string): string {
  const words = heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "");
  return words.trim().replaceAll(" ", "-");
}

/** Leaves addresses that are not marked as links what they are: text. */
class ExplicitLinks extends Tokenizer {
  override url(): undefined {}
}

function newLexer(): Lexer {
  return new Lexer({ gfm: true, tokenizer: new ExplicitLinks() });
}

function renderBlocks(tokens: readonly Token[], page: PageContext): Html {
  const blocks = tokens.filter(({ type }) => type !== "space");
  return html`${blocks.map((token) => html`${block(token as MarkedToken, page)}\n`)}`;
}

function block(token: MarkedToken, page: PageContext): Html {
  switch (token.type) {
    case "def":
      return html``;
    case "code":
      // A block may be wider than the screen: with the keyboard it is scrolled only when it can have the focus.
      return html`<pre tabindex="0"><code>${`${token.text}\n`}</code></pre>`;
    case "heading":
      return heading(token, page);
    case "hr":
      return html`<hr>`;
    case "blockquote":
      return html`<blockquote>${renderBlocks(token.tokens, page)}</blockquote>`;
    case "table":
      return table(token, page.resolve);
    case "list":
      return list(token, page);
    case "paragraph":
      return html`<p>${inline(token.tokens, page.resolve)}</p>`;
    default:
      return html`<p>${token.raw.trim()}</p>`;
  }
}

function heading({ depth, text, tokens }: Tokens.Heading, { resolve, anchors }: PageContext): Html {
  const anchor = anchorOf(text);
  const before = anchors.get(anchor) ?? 0;
  anchors.set(anchor, before + 1);
  const id = before === 0 ? anchor : `${anchor}-${before}`;
  const content = inline(tokens, resolve);
  if (depth === 1) return html`<h1 id="${id}">${content}</h1>`;
  if (depth === 2) return html`<h2 id="${id}">${content}</h2>`;
  return depth === 3 ? html`<h3 id="${id}">${content}</h3>` : html`<h4 id="${id}">${content}</h4>`;
}

function table({ header, rows }: Tokens.Table, resolve: Resolve): Html {
  const headings = header.map(({ text, tokens }) =>
    text === "" ? html`<td></td>` : html`<th scope="col">${inline(tokens, resolve)}</th>`,
  );
  const body = rows.map(
    (cells) => html`<tr>${cells.map(({ tokens }) => html`<td>${inline(tokens, resolve)}</td>`)}</tr>\n`,
  );
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>
<thead><tr>${headings}</tr></thead>
<tbody>${body}</tbody>
</table></div>`;
}

function list({ ordered, items }: Tokens.List, page: PageContext): Html {
  const isLoose = items.some(({ tokens }) => tokens.slice(0, -1).some(({ type }) => type === "space"));
  const inside = items.map(({ tokens }) => html`<li>${item(tokens, isLoose, page)}</li>\n`);
  return ordered ? html`<ol>\n${inside}</ol>` : html`<ul>\n${inside}</ul>`;
}

/** Items have paragraphs only where one of them has several; blank lines between items make none. */
function item(tokens: readonly Token[], isLoose: boolean, page: PageContext): Html {
  const [first, ...rest] = tokens as readonly MarkedToken[];
  if (first?.type !== "text" && first?.type !== "paragraph") return renderBlocks(tokens, page);
  const text = inline(first.tokens ?? [], page.resolve);
  const lead = isLoose ? html`<p>${text}</p>` : text;
  return html`${lead}${rest.length > 0 && html`\n${renderBlocks(rest, page)}`}`;
}

function inline(tokens: readonly Token[], resolve: Resolve): Html {
  return html`${tokens.map((token) => span(token as MarkedToken, resolve))}`;
}

function span(token: MarkedToken, resolve: Resolve): Html {
  switch (token.type) {
    case "codespan":
      return html`<code>${token.text}</code>`;
    case "strong":
      return html`<strong>${inline(token.tokens, resolve)}</strong>`;
    case "em":
      return html`<em>${inline(token.tokens, resolve)}</em>`;
    case "link":
      return link(token.href, inline(token.tokens, resolve), resolve);
    case "image":
      return picture(token.href, token.text, resolve);
    case "br":
      return html`<br>\n`;
    case "text":
    case "escape":
      return html`${token.text}`;
    default:
      return html`${token.raw}`;
  }
}

function link(target: string, label: Html, resolve: Resolve): Html {
  if (/^https?:/.test(target)) return html`<a href="${target}" rel="noreferrer">${label}</a>`;
  const href = resolve(target);
  return href === undefined ? label : html`<a href="${href}">${label}</a>`;
}

/** A picture from elsewhere would be a request to somebody else: its words must do. */
function picture(source: string, alt: string, resolve: Resolve): Html {
  const src = /^[a-z]+:/i.test(source) ? undefined : resolve(source);
  return src === undefined ? html`${alt}` : html`<img src="${src}" alt="${alt}">`;
}

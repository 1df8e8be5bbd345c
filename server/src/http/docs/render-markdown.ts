import { Lexer, type MarkedToken, type Token, Tokenizer, type Tokens } from "marked";
import { type Html, html } from "../../wire/html.ts";
import { newAnchors } from "./anchors.ts";
import { highlight } from "./highlight.ts";

/** Where a link of a page leads; undefined for what this server does not have. */
export type Resolve = (target: string) => string | undefined;

export type PageHeading = Readonly<{ depth: number; id: string; label: Html }>;

type PageContext = Readonly<{
  resolve: Resolve;
  anchorFor: (heading: string) => string;
  headings: PageHeading[];
}>;

/**
 * Markdown as HTML. The library only parses: every tag is written here, through a template that escapes, so
 * that nothing in a document becomes markup of its own.
 */
export function renderMarkdown(text: string, resolve: Resolve): Html {
  return renderPage(text, resolve).body;
}

/** The same with the headings, in their order. */
export function renderPage(
  text: string,
  resolve: Resolve,
): Readonly<{ body: Html; headings: readonly PageHeading[] }> {
  const withoutComments = text.replace(/<!--.*?-->\n*/gs, "");
  const headings: PageHeading[] = [];
  const body = renderBlocks(newLexer().lex(withoutComments), { resolve, anchorFor: newAnchors(), headings });
  return { body, headings };
}

/** Text within a block: code, links, emphasis. */
export function renderInline(text: string, resolve: Resolve): Html {
  return inline(newLexer().inlineTokens(text), resolve);
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
      return code(token);
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

/**
 * A block may be wider than the screen: with the keyboard it is scrolled only when it can have the focus. After the
 * language, guides say how a block is tested: `shows` is what a command prints.
 */
function code({ text, lang = "" }: Tokens.Code): Html {
  const [language = "", use = ""] = lang.split(/\s+/);
  const content = html`<code>${highlight(text, language)}\n</code>`;
  return use === "shows"
    ? html`<pre class="output" tabindex="0">${content}</pre>`
    : html`<pre tabindex="0">${content}</pre>`;
}

function heading(
  { depth, text, tokens }: Tokens.Heading,
  { resolve, anchorFor, headings }: PageContext,
): Html {
  const id = anchorFor(text);
  const content = inline(tokens, resolve);
  // A link in a link is not possible: in the list of headings they are words.
  headings.push({ depth, id, label: inline(tokens, () => undefined) });
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

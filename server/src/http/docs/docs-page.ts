import { type Html, html } from "../../wire/html.ts";
import type { SitePage } from "../site/site-page.ts";
import type { Section } from "./contents.ts";
import { type DocsPage, type DocsPages, resolveLink } from "./docs-pages.ts";
import type { PageHeading } from "./render-markdown.ts";

/** Loaded with the first page, because few servers are ever asked for one. */
type Renderer = typeof import("./render-markdown.ts");

export type Library = Readonly<{ pages: DocsPages; contents: readonly Section[] }>;

type Neighbour = Readonly<{ page: DocsPage; title: string }>;

/** A document as a page: between its list of headings, the pages before and after it, and the list of all. */
export function docsPage(library: Library, page: DocsPage, renderer: Renderer): SitePage {
  const { pages, contents } = library;
  const isStart = page.path === "";
  const { body, headings } = isStart
    ? { body: startPage(library, page, renderer), headings: [] }
    : renderer.renderPage(page.text, (target) => resolveLink(pages, page, target));
  const inner = headings.filter(({ depth }) => depth === 2 || depth === 3);
  return {
    title: page.title,
    active: "/docs/",
    body: html`${body}
${pager(library, page)}
<p class="below"><a href="/docs/${page.file}">View as Markdown</a></p>`,
    side: docsSide(contents, page),
    ...(inner.length > 1 && { outline: outline(inner) }),
  };
}

/** What the README begins with, and every section: also the pages that it does not name. */
function startPage(
  { pages, contents }: Library,
  page: DocsPage,
  { renderInline, renderMarkdown }: Renderer,
): Html {
  const { title, text } = page;
  const nowhere = (): undefined => undefined;
  const [, intro = ""] = /^# [^\n]+\n(.*?)(?=\n## |$)/s.exec(text) ?? [];
  return html`<h1>${title}</h1>
${renderMarkdown(intro, (target) => resolveLink(pages, page, target))}
${contents.map(
  (section) => html`<h2>${section.title}</h2>
<ul>
${section.entries.map(
  (entry) =>
    html`<li><a href="/docs/${entry.page.path}">${renderInline(entry.title, nowhere)}</a>: ${renderInline(entry.summary, nowhere)}</li>\n`,
)}</ul>`,
)}`;
}

/** Beside the page on a wide screen, behind one line above it on a phone. */
export function docsSide(contents: readonly Section[], page?: DocsPage): Html {
  const sections = contents.map(
    ({ title, entries }) => html`<h2>${title}</h2>
<ul>${entries.map(
      (entry) =>
        html`<li>${
          entry.page === page
            ? html`<a href="/docs/${entry.page.path}" aria-current="page">${entry.title}</a>`
            : html`<a href="/docs/${entry.page.path}">${entry.title}</a>`
        }</li>`,
    )}</ul>`,
  );
  return html`<div class="side">
<details><summary>Contents</summary><nav aria-label="Contents">${sections}</nav></details>
<nav class="wide" aria-label="Contents">${sections}</nav>
</div>`;
}

function outline(headings: readonly PageHeading[]): Html {
  const list = html`<ul>${headings.map(
    ({ depth, id, label }) => html`<li class="${`depth-${depth}`}"><a href="#${id}">${label}</a></li>`,
  )}</ul>`;
  return html`<div class="side outline">
<details><summary>On this page</summary><nav aria-label="On this page">${list}</nav></details>
<nav class="wide" aria-label="On this page"><h2>On this page</h2>${list}</nav>
</div>`;
}

function pager(library: Library, page: DocsPage): Html {
  const order = readingOrder(library);
  const at = order.findIndex((one) => one.page === page);
  const before = order[at - 1];
  const after = order[at + 1];
  if (at === -1 || (!before && !after)) return html``;
  return html`<nav class="pager" aria-label="Previous and next page">
${before && html`<a class="previous" rel="prev" href="/docs/${before.page.path}"><span>Previous</span>${before.title}</a>`}
${after && html`<a class="next" rel="next" href="/docs/${after.page.path}"><span>Next</span>${after.title}</a>`}
</nav>`;
}

/** The start, then the order of the list; the pages of a folder come after the one that lists them. */
function readingOrder({ pages, contents }: Library): readonly Neighbour[] {
  const start = pages.get("");
  const listed = contents.flatMap(({ entries }) => entries);
  const known = new Set(listed.map(({ page }) => page));
  const below = ({ path }: DocsPage): readonly Neighbour[] =>
    [...pages.values()]
      .filter((page) => page.path.startsWith(`${path}/`) && !known.has(page))
      .sort((a, b) => (a.path < b.path ? -1 : 1))
      .map((page) => ({ page, title: page.title }));
  return [
    ...(start ? [{ page: start, title: start.title }] : []),
    ...listed.flatMap(({ page, title }) => [{ page, title }, ...below(page)]),
  ];
}

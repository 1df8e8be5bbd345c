import type { IncomingMessage } from "node:http";
import { type Html, html } from "../../wire/html.ts";
import type { HttpRoute } from "../../wire/http-route.ts";
import { respond } from "../../wire/respond.ts";
import { renderSitePage } from "../site/site-page.ts";
import { docsSide, type Library } from "./docs-page.ts";
import { buildDocsSearch, type DocsSearch, MAX_QUERY, type SearchResult } from "./docs-search.ts";

const JSON_HEADERS = {
  "content-type": "application/json",
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; sandbox",
  "cross-origin-resource-policy": "same-origin",
};

/** The search of the documentation: as a page, and as JSON for the script that shows pages while somebody types. */
export function searchRoutes(load: () => Library): HttpRoute[] {
  let building: Promise<DocsSearch> | undefined;
  const search = async (query: string): Promise<readonly SearchResult[]> => {
    if (query === "") return [];
    const { pages, contents } = load();
    building ??= buildDocsSearch(pages, contents);
    return (await building)(query);
  };
  return [
    {
      methods: ["GET"],
      pattern: /^\/docs\/search$/,
      async handle({ raw }, response) {
        const query = queryOf(raw);
        const { headers, body } = renderSitePage({
          title: query === "" ? "Search" : `Search: ${query}`,
          active: "/docs/",
          body: resultsPage(query, await search(query)),
          side: docsSide(load().contents),
          query,
        });
        respond(response, 200, headers, body);
      },
    },
    {
      methods: ["GET"],
      pattern: /^\/docs\/search\.json$/,
      async handle({ raw }, response) {
        const results = await search(queryOf(raw));
        respond(response, 200, JSON_HEADERS, JSON.stringify({ results }));
      },
    },
  ];
}

function queryOf({ url = "" }: IncomingMessage): string {
  const start = url.indexOf("?");
  const parameters = new URLSearchParams(start === -1 ? "" : url.slice(start));
  return (parameters.get("q") ?? "").trim().slice(0, MAX_QUERY);
}

function resultsPage(query: string, results: readonly SearchResult[]): Html {
  if (query === "")
    return html`<h1>Search</h1>\n<p>Type a question or a few words into the field at the top.</p>`;
  if (results.length === 0) {
    return html`<h1>Search</h1>
<p>No page has anything about “${query}”. Try other words, or look through the <a href="/docs/">list of pages</a>.</p>`;
  }
  return html`<h1>Search</h1>
<p class="quiet">Pages about “${query}”, the best first.</p>
<ol class="results">
${results.map(
  ({ address, title, heading, excerpt }) =>
    html`<li><a href="${address}">${title}${heading !== "" && html` <span class="place">${heading}</span>`}</a><span class="excerpt">${excerpt}</span></li>\n`,
)}</ol>`;
}

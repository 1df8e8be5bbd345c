import type { IncomingMessage, ServerResponse } from "node:http";
import { html } from "../../wire/html.ts";
import { respond } from "../../wire/respond.ts";
import { renderSitePage } from "./site-page.ts";

const MAX_WORDS = 80;

/** Who asked with a browser for what is not here. */
export function wantsNotFoundPage({ method, headers }: IncomingMessage): boolean {
  const isRead = method === "GET" || method === "HEAD";
  return isRead && headers.accept?.includes("text/html") === true;
}

export function sendNotFoundPage(response: ServerResponse, path: string): void {
  const words = wordsOf(path);
  const { headers, body } = renderSitePage({
    title: "Page not found",
    query: words,
    body: html`<h1>Page not found</h1>
<p>There is nothing at this address on this server.</p>
<ul>
${words !== "" && html`<li><a href="/docs/search?q=${encodeURIComponent(words)}">Search the documentation for “${words}”</a></li>\n`}<li><a href="/docs/">Start of the documentation</a></li>
<li><a href="/console/">Console</a></li>
</ul>`,
  });
  respond(response, 404, headers, body);
}

/** The words of the last part of an address, for a search. */
function wordsOf(path: string): string {
  const [last = ""] = path
    .split("/")
    .filter((part) => part !== "")
    .slice(-1);
  return decoded(last)
    .replace(/\.[a-z]{2,5}$/, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .slice(0, MAX_WORDS);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // as it is: nobody typed this
  }
}

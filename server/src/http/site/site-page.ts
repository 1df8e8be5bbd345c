import { readShipped } from "../../runtime/shipped-files.ts";
import { type Html, html, render, verbatim } from "../../wire/html.ts";
import { pageHeaders } from "../../wire/page-headers.ts";
import { type KeptAnswer, keepAnswer, withGzip } from "../kept-answer.ts";
import { siteStyle } from "./site-style.ts";

/** A page for developers: documentation and the package repository. */
export type SitePage = Readonly<{
  title: string;
  /** The entry of the bar at the top that it belongs to. */
  active?: "/docs/" | "/pub/" | "/protos/";
  body: Html;
  /** The list of pages beside it. */
  side?: Html;
  /** The list of its headings. */
  outline?: Html;
  /** What was looked for, in the field of the search. */
  query?: string;
}>;

const BAR = [
  ["/docs/", "Documentation"],
  ["/pub/", "Client libraries"],
  ["/protos/", "API"],
  ["/console/", "Console"],
] as const;

type Frame = Readonly<{ script: string; headers: Readonly<Record<string, string>> }>;

let loaded: Frame | undefined;

/** Read with the first page, because few servers are ever asked for one. */
function frame(): Frame {
  if (!loaded) {
    const script = readShipped("server/site/site.js").toString("utf8");
    loaded = { script, headers: pageHeaders(siteStyle, script) };
  }
  return loaded;
}

/** A page that is the same for everybody. Nothing on it comes from anywhere else. */
export function keepSitePage(page: SitePage, more: Readonly<Record<string, string>> = {}): KeptAnswer {
  const { headers, body } = renderSitePage(page);
  return withGzip(keepAnswer({ ...headers, "cache-control": "no-cache", ...more }, body));
}

/** A page for one request, with the headers to send it with. */
export function renderSitePage(
  page: SitePage,
): Readonly<{ headers: Readonly<Record<string, string>>; body: string }> {
  return { headers: frame().headers, body: render(siteDocument(page)) };
}

function siteDocument({ title, active, body, side, outline, query = "" }: SitePage): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · svc</title>
<meta name="robots" content="noindex, nofollow">
<style>${verbatim(siteStyle)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="top">${bar(active)}${searchForm(query)}</header>
<div class="columns${side ? " has-side" : ""}${outline ? " has-outline" : ""}">
${side}
${outline}
<main id="content">
${body}
</main>
</div>
<script type="module">${verbatim(frame().script)}</script>
</body>
</html>
`;
}

function bar(active: string | undefined): Html {
  const links = BAR.map(([path, name]) =>
    path === active
      ? html`<a href="${path}" aria-current="true">${name}</a>`
      : html`<a href="${path}">${name}</a>`,
  );
  return html`<nav aria-label="This server"><a class="brand" href="/docs/"><span class="monogram" aria-hidden="true">S</span>svc</a>${links}</nav>`;
}

/** A form, so that it works without the script, which adds pages while somebody types. */
function searchForm(query: string): Html {
  return html`<form class="search" role="search" action="/docs/search"><input type="search" name="q" value="${query}" maxlength="100" placeholder="Search the docs" aria-label="Search the documentation" autocomplete="off" autocapitalize="off" spellcheck="false"><button>Search</button></form>`;
}

import { type Html, html, render, verbatim } from "../../wire/html.ts";
import { pageHeaders } from "../../wire/page-headers.ts";
import { type KeptAnswer, keepAnswer } from "../kept-answer.ts";
import { siteStyle } from "./site-style.ts";

/** A page for developers: documentation and the package repository. */
export type SitePage = Readonly<{
  title: string;
  /** The entry of the bar at the top that it belongs to. */
  active: "/docs/" | "/pub/" | "/protos/";
  body: Html;
  /** The list of pages beside it. */
  side?: Html;
}>;

const BAR = [
  ["/docs/", "Documentation"],
  ["/pub/", "Client library"],
  ["/protos/", "API"],
  ["/console/", "Console"],
] as const;

const HEADERS = { ...pageHeaders(siteStyle), "cache-control": "no-cache" };

/** Nothing on it comes from anywhere else. */
export function keepSitePage(page: SitePage, more: Readonly<Record<string, string>> = {}): KeptAnswer {
  return keepAnswer({ ...HEADERS, ...more }, render(siteDocument(page)));
}

function siteDocument({ title, active, body, side }: SitePage): Html {
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
<header class="top">${bar(active)}</header>
<div class="columns${side ? " has-side" : ""}">
${side}
<main>
${body}
</main>
</div>
</body>
</html>
`;
}

function bar(active: string): Html {
  const links = BAR.map(([path, name]) =>
    path === active
      ? html`<a href="${path}" aria-current="true">${name}</a>`
      : html`<a href="${path}">${name}</a>`,
  );
  return html`<nav aria-label="This server"><a class="brand" href="/docs/"><span class="monogram" aria-hidden="true">S</span>svc</a>${links}</nav>`;
}

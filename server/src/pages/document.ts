import { type Html, html, verbatim } from "../wire/html.ts";
import type { Brand } from "./brand.ts";
import { icon } from "./icons.ts";
import type { Presentation, View } from "./page.ts";
import { plainText } from "./sentences.ts";

/** A whole page. It runs no script, and whatever it shows comes with it or from this server. */
export function pageDocument(presentation: Presentation, view: View, style: string): Html {
  const { brand, wording } = presentation;
  return html`<!doctype html>
<html lang="${wording.language}" dir="${wording.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${titleOf(presentation, view)}</title>
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
${view.hasCode && html`<meta name="format-detection" content="telephone=no">`}
${themeColors(brand)}
<style>${verbatim(style)}</style>
</head>
<body>
${brand.name !== "" && html`<header>${mark(brand)}</header>`}
<main>
${view.icon && html`<div class="icon ${toneOf(view)}">${icon(view.icon)}</div>`}
<h1>${view.heading}</h1>
${view.body}
</main>
${footer(presentation)}
</body>
</html>
`;
}

function titleOf(presentation: Presentation, view: View): string {
  const { name } = presentation.brand;
  const title = name === "" ? view.heading : `${view.heading} · ${name}`;
  return view.hasMistake ? plainText(presentation, "page.error_title", { title }) : title;
}

function toneOf({ icon: name }: View): string {
  if (name === "done") return "done";
  return name === "bin" || name === "warning" ? "danger" : "";
}

function themeColors({ light, dark }: Brand): Html {
  if (!dark) return html`<meta name="theme-color" content="${light.surface}">`;
  return html`<meta name="theme-color" media="(prefers-color-scheme: light)" content="${light.surface}">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${dark.surface}">`;
}

function mark({ name, logoPath }: Brand): Html {
  if (logoPath !== "") return html`<p class="brand"><img src="${logoPath}" alt="${name}"></p>`;
  const [initial = ""] = name;
  const monogram = /[\p{L}\p{N}]/u.test(initial) && initial.toUpperCase();
  return html`<p class="brand">${
    monogram && html`<span class="monogram" aria-hidden="true">${monogram}</span>`
  }<bdi>${name}</bdi></p>`;
}

function footer(presentation: Presentation): Html | false {
  const { supportEmail, privacyUrl, termsUrl, footerText } = presentation.brand;
  const help = plainText(presentation, "page.footer_help");
  const privacy = plainText(presentation, "page.footer_privacy");
  const terms = plainText(presentation, "page.footer_terms");
  const links = [
    supportEmail !== "" && html`<li><a href="mailto:${supportEmail}">${help}</a></li>`,
    privacyUrl !== "" && html`<li><a href="${privacyUrl}" rel="noreferrer">${privacy}</a></li>`,
    termsUrl !== "" && html`<li><a href="${termsUrl}" rel="noreferrer">${terms}</a></li>`,
  ].filter((link) => link !== false);
  if (links.length === 0 && footerText === "") return false;
  return html`<footer>
${links.length > 0 && html`<ul>${links}</ul>`}
${footerText !== "" && html`<p dir="auto">${footerText}</p>`}
</footer>`;
}

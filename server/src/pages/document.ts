import { type Html, html, verbatim } from "../wire/html.ts";
import type { Brand } from "./brand.ts";
import { icon } from "./icons.ts";
import type { View } from "./page.ts";

/** A whole page. It runs no script, and whatever it shows comes with it or from this server. */
export function pageDocument(brand: Brand, view: View, style: string): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${titleOf(brand, view)}</title>
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
${footer(brand)}
</body>
</html>
`;
}

function titleOf(brand: Brand, view: View): string {
  const title = brand.name === "" ? view.heading : `${view.heading} · ${brand.name}`;
  return view.hasMistake ? `Error: ${title}` : title;
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
  }<span>${name}</span></p>`;
}

function footer({ supportEmail, privacyUrl, termsUrl, footerText }: Brand): Html | false {
  const links = [
    supportEmail !== "" && html`<li><a href="mailto:${supportEmail}">Help</a></li>`,
    privacyUrl !== "" && html`<li><a href="${privacyUrl}" rel="noreferrer">Privacy</a></li>`,
    termsUrl !== "" && html`<li><a href="${termsUrl}" rel="noreferrer">Terms</a></li>`,
  ].filter((link) => link !== false);
  if (links.length === 0 && footerText === "") return false;
  return html`<footer>
${links.length > 0 && html`<ul>${links}</ul>`}
${footerText !== "" && html`<p>${footerText}</p>`}
</footer>`;
}

import { type Html, html } from "../../wire/html.ts";

/** Where a link of a page leads; undefined for what this server does not have. */
export type Resolve = (target: string) => string | undefined;

const INLINE = new RegExp(
  [
    /(?<ticks>`+)(?<code>.*?[^`])\k<ticks>(?!`)/,
    /\\(?<escaped>[!-/:-@[-`{-~])/,
    /!\[(?<alt>[^\]]*)\]\((?<image>[^()\s]+)\)/,
    /\[(?<label>(?:[^[\]`]|`[^`]*`|\[[^\]]*\])+)\]\((?<target>[^()\s]+)\)/,
    /<(?<address>https?:\/\/[^\s<>]+)>/,
    /\*\*(?<strong>(?:[^*`]|`[^`]*`|\*(?!\*))+?)\*\*/,
    /(?<![\w*])\*(?<starred>[^*\s](?:[^*]*[^*\s])?)\*(?![\w*])/,
    /(?<![\w_])_(?<underlined>[^_\s](?:[^_]*[^_\s])?)_(?![\w_])/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gs",
);

/** Text within a block: code, links, emphasis. Everything else is escaped and stays as it is. */
export function renderInline(text: string, resolve: Resolve): Html {
  const parts: Html[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    parts.push(html`${text.slice(end, match.index)}`, piece(match.groups ?? {}, resolve));
    end = match.index + match[0].length;
  }
  return html`${[...parts, html`${text.slice(end)}`]}`;
}

function piece(groups: Readonly<Record<string, string | undefined>>, resolve: Resolve): Html {
  const { code, escaped, image, alt, label, target, address, strong } = groups;
  if (code !== undefined) return html`<code>${code.replace(/^ (.*) $/s, "$1")}</code>`;
  if (escaped !== undefined) return html`${escaped}`;
  if (image !== undefined) return picture(image, alt ?? "", resolve);
  if (target !== undefined) return link(target, renderInline(label ?? "", resolve), resolve);
  if (address !== undefined) return link(address, html`${address}`, resolve);
  if (strong !== undefined) return html`<strong>${renderInline(strong, resolve)}</strong>`;
  return html`<em>${renderInline(groups.starred ?? groups.underlined ?? "", resolve)}</em>`;
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

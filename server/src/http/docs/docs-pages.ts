import { posix } from "node:path";
import { readShipped, shippedFiles } from "../../runtime/shipped-files.ts";

const FOLDER = "docs/";

/** One document. */
export type DocsPage = Readonly<{
  /** Below /docs/, without an ending: `errors`, `guides/expo`; a README is its folder. */
  path: string;
  /** Its file, from docs/. */
  file: string;
  title: string;
  /** Its first sentence. */
  summary: string;
  text: string;
}>;

export type DocsPages = ReadonlyMap<string, DocsPage>;

/** The documents by path, from the texts by file. A new file is a new page. */
export function readDocsPages(texts: ReadonlyMap<string, string> = shippedTexts()): DocsPages {
  const pages = [...texts].map(([file, text]) => pageOf(file, text));
  return new Map(pages.map((page) => [page.path, page]));
}

function shippedTexts(): ReadonlyMap<string, string> {
  const files = shippedFiles("docs").filter((name) => name.endsWith(".md"));
  return new Map(files.map((name) => [name.slice(FOLDER.length), readShipped(name).toString("utf8")]));
}

function pageOf(file: string, text: string): DocsPage {
  const title = /^# +(.+)$/m.exec(text)?.[1] ?? file;
  return { path: pathOf(file), file, title: plainText(title), summary: summaryOf(text), text };
}

function pathOf(file: string): string {
  return file.replace(/\.md$/, "").replace(/(^|\/)README$/, "");
}

function summaryOf(text: string): string {
  const prose = text
    .replace(/<!--.*?-->/gs, "")
    .split(/\n{2,}/)
    .map((block) => block.trim());
  const first = prose.find((block) => /^[\p{L}`*[]/u.test(block)) ?? "";
  return plainText(first.replaceAll("\n", " ").replace(/([.!?:])\s.*$/s, "$1")).replace(/:$/, ".");
}

/** Without the marks of Markdown. */
export function plainText(text: string): string {
  return text.replace(/\[([^\]]+)\]\([^)]+\)/g, "$1").replace(/[`*]/g, "");
}

/** Where a link leads that stands in this page: a document, a picture, a path of this server, or nowhere. */
export function resolveLink(pages: DocsPages, from: DocsPage, target: string): string | undefined {
  if (target.startsWith("/")) return target;
  const [file = "", heading] = target.split("#", 2);
  const hash = heading === undefined ? "" : `#${heading}`;
  if (file === "") return hash;
  const name = posix.join(posix.dirname(from.file), file).replace(/\/$/, "");
  if (/^images\/.+\.png$/.test(name)) return `/docs/${name}`;
  const path = pathOf(name);
  return pages.has(path) ? `/docs/${path}${hash}` : undefined;
}

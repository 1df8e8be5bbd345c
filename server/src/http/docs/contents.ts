import { type DocsPage, type DocsPages, resolveLink } from "./docs-pages.ts";

export type Entry = Readonly<{ page: DocsPage; title: string; summary: string }>;
export type Section = Readonly<{ title: string; entries: readonly Entry[] }>;

const ITEM = /^[-*] +\[(?<title>[^\]]+)\]\((?<target>[^)\s]+)\)(?:: *(?<summary>.+))?$/;

/**
 * The order of the documents: the sections and links of docs/README.md. A page that it does not name comes to
 * the section that is called like its folder, or to a new one. Pages of a folder with a README of its own are
 * found there.
 */
export function contentsOf(pages: DocsPages): readonly Section[] {
  const sections = listed(pages);
  const known = new Set([...sections.values()].flat().map(({ page }) => page.path));
  for (const page of pages.values()) {
    const folder = folderOf(page);
    if (page.path === "" || known.has(page.path) || (folder !== "" && pages.has(folder))) continue;
    const [title = titleOf(folder)] = [...sections.keys()].filter(
      (name) => name.toLowerCase() === folder.toLowerCase(),
    );
    const entries = sections.get(title) ?? [];
    sections.set(title, [...entries, { page, title: page.title, summary: page.summary }]);
  }
  return [...sections].flatMap(([title, entries]) => (entries.length > 0 ? [{ title, entries }] : []));
}

function listed(pages: DocsPages): Map<string, Entry[]> {
  const index = pages.get("");
  const sections = new Map<string, Entry[]>();
  let current: Entry[] = [];
  for (const line of index?.text.split("\n") ?? []) {
    const heading = /^## +(.+)$/.exec(line)?.[1];
    if (heading !== undefined) {
      current = [];
      sections.set(heading, current);
    }
    const { title = "", target = "", summary } = ITEM.exec(line)?.groups ?? {};
    const path = index && target !== "" ? resolveLink(pages, index, target) : undefined;
    const page = pages.get(path?.replace(/^\/docs\//, "") ?? "");
    if (page && page !== index) current.push({ page, title, summary: summary ?? page.summary });
  }
  return sections;
}

function folderOf({ path }: DocsPage): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}

function titleOf(folder: string): string {
  return folder === "" ? "More" : `${folder.charAt(0).toUpperCase()}${folder.slice(1).replaceAll("-", " ")}`;
}

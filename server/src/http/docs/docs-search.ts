import { setImmediate } from "node:timers/promises";
import type { Section } from "./contents.ts";
import type { DocsPages } from "./docs-pages.ts";
import { sectionsOf } from "./docs-sections.ts";
import { type Ranked, SearchIndex } from "./search-index.ts";

export type SearchResult = Readonly<{
  /** With the place on the page. */
  address: string;
  title: string;
  /** Of the section; empty for the beginning of the page. */
  heading: string;
  excerpt: string;
}>;

export type DocsSearch = (query: string) => readonly SearchResult[];

/** Longer questions are cut, so that the work for a caller without a key has a limit. */
export const MAX_QUERY = 100;
const MAX_RESULTS = 8;
const MAX_EXCERPT = 170;

/** Documents about how svc was made are found too, but after those about how it is used. */
const BACKGROUND = "Background";
const BACKGROUND_WEIGHT = 0.35;

/** Builds the index section by section, so that calls of others are answered in between. */
export async function buildDocsSearch(pages: DocsPages, contents: readonly Section[]): Promise<DocsSearch> {
  const listed = new Map(
    contents.flatMap(({ title, entries }) =>
      entries.map(({ page, summary }) => [page.path, { section: title, summary }] as const),
    ),
  );
  const index = new SearchIndex();
  for (const page of pages.values()) {
    if (page.path === "") continue; // the list of the others
    const { section = BACKGROUND, summary = "" } = listed.get(page.path) ?? {};
    const weight = section === BACKGROUND ? BACKGROUND_WEIGHT : 1;
    for (const part of sectionsOf(page)) {
      index.add(part, { summary, weight });
      await setImmediate();
    }
  }
  index.finish();
  return (query) => {
    const { words, found } = index.find(query.slice(0, MAX_QUERY), MAX_RESULTS);
    return found.map((ranked) => resultOf(ranked, words));
  };
}

function resultOf({ section }: Ranked, words: readonly string[]): SearchResult {
  const { page, anchor, heading, passages } = section;
  const address = `/docs/${page.path}${anchor === "" ? "" : `#${anchor}`}`;
  return { address, title: page.title, heading, excerpt: excerptOf(passages, words) || page.summary };
}

/** The passage with most of the words, around the first of them. A word is compared by its beginning, its stem. */
function excerptOf(passages: readonly string[], words: readonly string[]): string {
  let best = { passage: passages[0] ?? "", hits: 0, at: 0 };
  for (const passage of passages) {
    const places = words.map((word) => passage.toLowerCase().indexOf(word)).filter((at) => at >= 0);
    if (places.length > best.hits) best = { passage, hits: places.length, at: Math.min(...places) };
  }
  const { passage, at } = best;
  if (passage.length <= MAX_EXCERPT) return passage;
  const start = at < MAX_EXCERPT / 2 ? 0 : passage.lastIndexOf(" ", at - 40) + 1;
  const end = passage.lastIndexOf(" ", start + MAX_EXCERPT);
  const isCut = start + MAX_EXCERPT < passage.length;
  return `${start > 0 ? "… " : ""}${passage.slice(start, isCut && end > start ? end : start + MAX_EXCERPT)}${isCut ? " …" : ""}`;
}

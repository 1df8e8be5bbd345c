import type { DocsPage, DocsPages } from "./docs-pages.ts";

/** The address in the documents, which the tests use as it is. */
const WRITTEN = "http://localhost:8080";

/**
 * The documents with this server's own address, so that what is copied works. A guide means the reader's server
 * wherever it writes the address; elsewhere the text may be about the default, and only blocks of code are filled.
 */
export function withBaseUrl(pages: DocsPages, baseUrl: string): DocsPages {
  return new Map([...pages].map(([path, page]) => [path, { ...page, text: filled(page, baseUrl) }]));
}

function filled({ file, text }: DocsPage, baseUrl: string): string {
  const fill = (part: string): string => part.replaceAll(WRITTEN, () => baseUrl);
  return file.startsWith("guides/") ? fill(text) : text.replace(/^ *(`{3,})[^`].*?^ *\1$/gms, fill);
}

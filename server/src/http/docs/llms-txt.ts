import type { Section } from "./contents.ts";
import type { DocsPages } from "./docs-pages.ts";

/** The list of pages for language models, as Markdown. */
export function llmsTxt(baseUrl: string, pages: DocsPages, contents: readonly Section[]): string {
  const { text = "" } = pages.get("") ?? {};
  const [, intro = ""] = /^# [^\n]+\n+(.*?)(?=\n\n|$)/s.exec(text) ?? [];
  const sections = contents.map(({ title: name, entries }) => {
    const lines = entries.map(
      ({ page, title: label, summary }) => `- [${label}](${baseUrl}/docs/${page.file}): ${summary}`,
    );
    return `## ${name}\n\n${lines.join("\n")}\n`;
  });
  return ["# svc\n", `> ${intro.replaceAll("\n", " ")}\n`, ...sections].join("\n");
}

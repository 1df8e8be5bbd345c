import { newAnchors } from "./anchors.ts";
import { type DocsPage, plainText } from "./docs-pages.ts";

/** What stands below one heading of a page, up to the next. */
export type DocsSection = Readonly<{
  page: DocsPage;
  /** Its place on the page; empty for what stands below the title. */
  anchor: string;
  /** Empty for what stands below the title. */
  heading: string;
  /** Its paragraphs, list items and rows of tables, without the marks of Markdown. */
  passages: readonly string[];
  code: string;
}>;

type Open = { anchor: string; heading: string; lines: string[]; code: string[] };

export function sectionsOf(page: DocsPage): readonly DocsSection[] {
  const anchorFor = newAnchors();
  let open: Open = { anchor: "", heading: "", lines: [], code: [] };
  const all = [open];
  let fence = "";
  for (const line of page.text.replace(/<!--.*?-->/gs, "").split("\n")) {
    const [, mark = ""] = /^ *(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence === "" && mark !== "") fence = mark;
    else if (fence !== "" && mark.startsWith(fence)) fence = "";
    else if (fence !== "") open.code.push(line);
    else {
      const [, depth = "", heading = ""] = /^(#{1,6}) +(.+?)[ #]*$/.exec(line) ?? [];
      if (depth === "") open.lines.push(line);
      else {
        const anchor = anchorFor(heading);
        if (depth === "#") continue;
        open = { anchor, heading: plainText(heading), lines: [], code: [] };
        all.push(open);
      }
    }
  }
  return all.map(({ lines, code, ...place }) => ({
    page,
    ...place,
    passages: passagesOf(lines),
    code: code.join("\n"),
  }));
}

/** A passage goes on until an empty line, a list item or a row. */
function passagesOf(lines: readonly string[]): readonly string[] {
  const text = lines
    .join("\n")
    .replace(/^\|[\s|:-]+\|$/gm, "")
    .replace(/\n(?!\s*\n|\s*(?:[-*+]|\d+\.) |\|)/g, " ");
  return text
    .split("\n")
    .map((line) =>
      plainText(line)
        .replace(/^[\s>]*(?:[-*+] |\d+\. )?/, "")
        .replace(/(?:\s*(?<!\\)\|\s*)+/g, " · ")
        .replace(/^ · | · $/g, "")
        .replace(/\\([\\|_*<`])/g, "$1")
        .replace(/\s+/g, " ")
        .trim(),
    )
    .filter((line) => line !== "");
}

import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { type Finding, report } from "./report.ts";
import { repositoryFiles } from "./repository-files.ts";

/** Checks that every link between pages of the repository has a target, including its heading. */
export function checkLinks(root: string): Finding {
  const pages = repositoryFiles(root).filter((path) => path.endsWith(".md"));
  const links = pages.flatMap((page) => linksOf(page, prose(join(root, page))));
  return {
    problems: links.flatMap(({ page, target }) => problemOf(root, page, target)),
    looked: `${links.length} links in ${pages.length} pages`,
  };
}

function linksOf(page: string, text: string): Array<{ page: string; target: string }> {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  return targets.filter((target) => !/^[a-z]+:/.test(target)).map((target) => ({ page, target }));
}

function problemOf(root: string, page: string, target: string): string[] {
  const [file = "", heading] = target.split("#", 2);
  const path = file === "" ? page : normalize(join(dirname(page), file));
  if (!existsSync(join(root, path))) return [`${page}: ${target} leads nowhere`];
  if (heading === undefined || !path.endsWith(".md")) return [];
  return anchorsOf(prose(join(root, path))).includes(heading) ? [] : [`${page}: ${target}: no such heading`];
}

function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ +(.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replaceAll(" ", "-"),
  );
}

/** The page without its code. */
function prose(file: string): string {
  return readFileSync(file, "utf8").replace(/^```[\s\S]*?^```/gm, "");
}

if (import.meta.main) report(checkLinks("."));

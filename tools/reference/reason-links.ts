import { readFileSync } from "node:fs";
import { join } from "node:path";
import { reasons } from "../../server/src/errors.ts";
import { anchorOf } from "../../server/src/http/docs/anchors.ts";
import { link } from "./markdown.ts";

const ERRORS = join(import.meta.dirname, "../../docs/errors.md");

/** The section of docs/errors.md that has the reason. */
export type ReasonLink = (reason: string) => string;

export function readReasonLinks(page = readFileSync(ERRORS, "utf8")): ReasonLink {
  const anchors = new Map<string, string>();
  let anchor = "";
  for (const line of page.split("\n")) {
    const heading = /^## +(.+)$/.exec(line)?.[1];
    if (heading !== undefined) anchor = anchorOf(heading);
    const reason = /^\| `([A-Z_]+)` \|/.exec(line)?.[1];
    if (reason !== undefined) anchors.set(reason, anchor);
  }
  return (reason) => {
    const anchor = anchors.get(reason);
    if (anchor === undefined) throw new Error(`docs/errors.md has no ${reason}`);
    return link(reason, `../errors.md#${anchor}`);
  };
}

/** The reasons that a text names, each once. */
export function reasonsIn(text: string): string[] {
  return [...new Set(text.match(/\b[A-Z][A-Z_]+\b/g) ?? [])].filter((word) => word in reasons);
}

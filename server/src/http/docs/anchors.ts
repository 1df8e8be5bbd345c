/** The name of a heading in an address, as forges that show Markdown make it. */
export function anchorOf(heading: string): string {
  const words = heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "");
  return words.trim().replaceAll(" ", "-");
}

/** Names the headings of one page, in their order: the second of the same words gets a number. */
export function newAnchors(): (heading: string) => string {
  const used = new Map<string, number>();
  return (heading) => {
    const anchor = anchorOf(heading);
    const before = used.get(anchor) ?? 0;
    used.set(anchor, before + 1);
    return before === 0 ? anchor : `${anchor}-${before}`;
  };
}

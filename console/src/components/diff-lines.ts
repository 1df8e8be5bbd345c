export type DiffLine = { kind: "same" | "old" | "new"; text: string };

/** The longest common sequence of lines stays; the rest is taken out or put in. For texts of a few hundred lines. */
export function diffLines(before: string, after: string): DiffLine[] {
  const old = before.split("\n");
  const fresh = after.split("\n");
  const common = lengths(old, fresh);
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0;
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < fresh.length) {
    const [was, is] = [old[i], fresh[j]];
    if (was !== undefined && was === is) {
      lines.push({ kind: "same", text: was });
      i++;
      j++;
    } else if (was !== undefined && (is === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: "old", text: was });
      i++;
    } else {
      lines.push({ kind: "new", text: is ?? "" });
      j++;
    }
  }
  return lines;
}

/** How many lines are common from each place on. */
function lengths(old: readonly string[], fresh: readonly string[]): number[][] {
  const table = Array.from({ length: old.length + 1 }, () => new Array<number>(fresh.length + 1).fill(0));
  for (let i = old.length - 1; i >= 0; i--) {
    const row = table[i] ?? [];
    const below = table[i + 1] ?? [];
    for (let j = fresh.length - 1; j >= 0; j--) {
      row[j] = old[i] === fresh[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return table;
}

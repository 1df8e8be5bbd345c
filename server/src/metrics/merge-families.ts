import type { Family } from "./registry.ts";

export type Told = Readonly<{
  /** None for what has the label already, or needs none. */
  worker: string | undefined;
  families: readonly Family[];
}>;

/**
 * What several processes tell, as one. Lines of a process get the label `worker`: added up, they would
 * shrink when one of the processes is replaced, and a count that shrinks is read as one that began anew.
 */
export function mergeFamilies(told: readonly Told[]): Family[] {
  const merged = new Map<string, Family>();
  for (const { worker, families } of told) {
    for (const family of families) {
      const known = merged.get(family.name);
      if (known && family.of === "instance") continue;
      const isLabelled = family.of === "process" && worker !== undefined;
      const lines = isLabelled ? family.lines.map(labelled(worker)) : family.lines;
      merged.set(family.name, { ...(known ?? family), lines: [...(known?.lines ?? []), ...lines] });
    }
  }
  return [...merged.values()];
}

function labelled(worker: string): (line: string) => string {
  return (line) =>
    line.replace(
      /^(\w+)(\{?)/,
      (_all, name, brace) => `${name}{worker="${worker}"${brace === "" ? "}" : ","}`,
    );
}

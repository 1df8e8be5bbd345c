import { readdirSync, readFileSync } from "node:fs";

export type Usage = { cpuMs: number; memoryMb: number };

// Linux counts in hundredths of a second, and the page is 4 KiB on everything we run on.
const MS_PER_TICK = 10;
const PAGES_PER_MB = 256;

/** What a process and those it started have used so far. Undefined where there is no /proc. */
export function usageOf(pid: number): Usage | undefined {
  const all = processes();
  if (all === undefined || !all.has(pid)) return undefined;
  const family = [pid];
  for (const parent of family) {
    for (const [child, stat] of all) if (stat.parent === parent) family.push(child);
  }
  const sum = { cpuMs: 0, memoryMb: 0 };
  for (const member of family) {
    sum.cpuMs += (all.get(member)?.ticks ?? 0) * MS_PER_TICK;
    sum.memoryMb += (all.get(member)?.pages ?? 0) / PAGES_PER_MB;
  }
  return sum;
}

type Stat = { parent: number; ticks: number; pages: number };

function processes(): Map<number, Stat> | undefined {
  try {
    const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    return new Map(pids.flatMap((pid) => statOf(pid)));
  } catch {
    return undefined;
  }
}

function statOf(pid: string): [number, Stat][] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name before it may have spaces and brackets of its own. Fields from here: proc(5), from the third.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const at = (field: number): number => Number(fields[field - 3]);
    return [[Number(pid), { parent: at(4), ticks: at(14) + at(15), pages: at(24) }]];
  } catch {
    return []; // it ended meanwhile
  }
}

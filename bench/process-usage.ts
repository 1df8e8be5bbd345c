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
    const { ticks = 0, childTicks = 0 } = all.get(member) ?? {};
    // The threads are counted more exactly, but those that have ended are missing.
    sum.cpuMs += Math.max(ticks * MS_PER_TICK, threadsMs(member)) + childTicks * MS_PER_TICK;
    sum.memoryMb += (all.get(member)?.pages ?? 0) / PAGES_PER_MB;
  }
  return sum;
}

type Stat = { parent: number; ticks: number; childTicks: number; pages: number };

/** By the scheduler's own clock; 0 where the kernel does not tell. */
function threadsMs(pid: number): number {
  try {
    const folder = `/proc/${pid}/task`;
    const times = readdirSync(folder).map((thread) => readFileSync(`${folder}/${thread}/schedstat`, "utf8"));
    return times.reduce((sum, time) => sum + Number(time.split(" ")[0]) / 1e6, 0);
  } catch {
    return 0;
  }
}

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
    const [ticks, childTicks] = [at(14) + at(15), at(16) + at(17)]; // of children that have ended
    return [[Number(pid), { parent: at(4), ticks, childTicks, pages: at(24) }]];
  } catch {
    return []; // it ended meanwhile
  }
}

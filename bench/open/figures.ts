import type { Bar, Figure } from "../figure.ts";
import { LOADS, SLICE_MS, type Slice } from "./order.ts";
import type { WatchedPhase } from "./watched-run.ts";

const SLICES_PER_SECOND = 1000 / SLICE_MS;

const atLeast = (bound: number, of: Bar["of"] = "value"): Bar[] => [{ of, atLeast: bound }];
const atMost = (bound: number, of: Bar["of"] = "value"): Bar[] => [{ of, atMost: bound }];

export type OpenRun = Readonly<{
  name: string;
  capacity: number;
  /** The calls that measured the capacity: in closed loop, for as long as the overload. */
  saturated: readonly WatchedPhase[];
  /** One for each load, and one at half of the capacity. */
  phases: readonly WatchedPhase[];
  connections: number;
}>;

/** One row for each load, and five for what an overload does. */
export function figuresOf({ name, capacity, saturated, phases, connections }: OpenRun): Figure[] {
  const rows = LOADS.map((percent, n): Figure => {
    const { slices, answered, refused, unsent, p50, p95, p99, memoryMb } = phases[n] as WatchedPhase;
    return {
      ...{ name: `${name} at ${percent} %`, unit: "/s", limit: capacity, limitIs: "capacity" },
      value: answered / (slices.length / SLICES_PER_SECOND),
      load: {
        ...{ wire: "JSON", clients: connections, p50, p95, p99, memoryMb },
        refused: refused + unsent,
        ...(unsent > 0 && { unsent }),
      },
    };
  });
  const [, half, , full, over, after] = phases;
  if (!half || !full || !over || !after) throw new Error("a phase is missing");
  return [
    ...rows,
    // Without an overload: how much of the next figure is due to the machine.
    {
      ...{ name: `${name} in closed loop: lowest second`, unit: "/s", limit: capacity, limitIs: "capacity" },
      value: Math.min(...saturated.map(({ slices }) => lowestSecond(slices))),
    },
    {
      ...{ name: `${name} at 200 %: lowest second`, unit: "/s", limit: capacity, limitIs: "capacity" },
      ...{ value: lowestSecond(over.slices), bars: atLeast(0.8, "ratio") },
    },
    { name: `${name} at 200 %: p99`, value: over.p99, unit: "ms", bars: atMost(1_000) },
    {
      ...{ name: `${name} at 200 %: memory`, unit: "MB", limit: full.memoryMb, limitIs: "memory at 100 %" },
      ...{ value: over.memoryMb, bars: atMost(1.5, "ratio") },
    },
    {
      ...{ name: `${name}: normal again after`, unit: "ms" },
      ...{ value: recoveryMs(half, after), bars: atMost(1_000) },
    },
  ];
}

function lowestSecond(slices: readonly Slice[]): number {
  const seconds: number[] = [];
  for (let at = 0; at + SLICES_PER_SECOND <= slices.length; at += SLICES_PER_SECOND) {
    const second = slices.slice(at, at + SLICES_PER_SECOND);
    seconds.push(second.reduce((sum, { answered }) => sum + answered, 0));
  }
  return Math.min(...seconds);
}

/**
 * Until the first half second in which no call is refused and the median call takes about as long as it did at the same
 * load before. What is slow after that is not what the overload left.
 */
function recoveryMs(before: WatchedPhase, after: WatchedPhase): number {
  const normalMs = 3 * before.p50 + 5;
  const isNormal = ({ refused, unsent, p50 }: Slice): boolean => refused + unsent === 0 && p50 <= normalMs;
  const at = after.slices.findIndex((_, n) => {
    const halfSecond = after.slices.slice(n, n + SLICES_PER_SECOND / 2);
    return halfSecond.length === SLICES_PER_SECOND / 2 && halfSecond.every(isNormal);
  });
  return (at === -1 ? after.slices.length : at) * SLICE_MS;
}

import type { Engine } from "../../src/testing/engines.ts";
import { readAftermath } from "./aftermath.ts";
import { invariants } from "./invariants.ts";
import { type Lane, openLane } from "./lane.ts";
import { runSchedule, tooLong } from "./run-schedule.ts";
import { storeWorld } from "./store-world.ts";
import type { UseCase } from "./use-case.ts";
import { guest, member, type PersonState, type WorldParts } from "./world.ts";

export type Pair = Readonly<{ a: UseCase; b: UseCase }>;

export type Violation = Readonly<{
  a: string;
  b: string;
  n: number;
  /** The suspension point of A at which B ran. */
  point: string;
  sentence: string;
  detail: string;
}>;

export type Report = {
  pairs: number;
  schedules: number;
  serialised: number;
  violations: Violation[];
};

/** A database gets slower with what lies in it, and a new one costs as much as a few schedules. */
const SCHEDULES_PER_DATABASE = 2_000;

export type ExploreOptions = Readonly<{
  /** Databases that are used at the same time. */
  lanes?: number;
  /** Ends a pair at the first violation of this sentence. */
  until?: string;
  /** Told after each pair: a full run takes most of an hour. */
  onProgress?: (report: Report) => void;
}>;

/** Explores the pairs, one schedule after another in each lane. */
export async function explore(
  engine: Engine,
  pairs: readonly Pair[],
  { lanes = 1, until, onProgress = () => {} }: ExploreOptions = {},
): Promise<Report> {
  const report: Report = { pairs: 0, schedules: 0, serialised: 0, violations: [] };
  const queue = pairs.values();
  const work = async (): Promise<void> => {
    let lane = await openLane(engine);
    let left = SCHEDULES_PER_DATABASE;
    for (const pair of queue) {
      const before = report.schedules;
      const isStuck = await explorePair(lane, pair, report, until);
      onProgress(report);
      left -= report.schedules - before;
      if (left > 0 && !isStuck) continue;
      await lane.close();
      lane = await openLane(engine);
      left = SCHEDULES_PER_DATABASE;
    }
    await lane.close();
  };
  await Promise.all(Array.from({ length: lanes }, work));
  return report;
}

/** Every suspension point of A in every state that suits one of the two. True when a call hangs. */
async function explorePair(lane: Lane, pair: Pair, report: Report, until?: string): Promise<boolean> {
  report.pairs += 1;
  for (const state of statesFor(pair)) {
    for (let n = 0; ; n++) {
      const world = await storeWorld(lane.app, partsFor(pair, state, n));
      const ran = await runSchedule(lane, world, pair.a, pair.b, n);
      report.schedules += 1;
      if (ran.isSerialised) report.serialised += 1;
      const hangs = [ran.a, ran.b].some(
        ({ outcome }) => outcome.kind === "failed" && outcome.error === tooLong,
      );
      const names = { a: pair.a.name, b: pair.b.name, n, point: ran.a.actor.points[n] ?? "after its end" };
      if (hangs) {
        const [first] = invariants;
        report.violations.push({ ...names, sentence: first?.sentence ?? "", detail: tooLong.message });
        return true;
      }
      const after = await readAftermath(lane, world, ran);
      for (const { sentence, check } of invariants) {
        for (const detail of check(after)) report.violations.push({ ...names, sentence, detail });
      }
      if (report.violations.some(({ sentence }) => sentence === until)) return false;
      if (ran.isPastTheEnd) break;
    }
  }
  return false;
}

/** One state if both calls find in it what they need; otherwise the one that suits A and the one that suits B. */
export function statesFor({ a, b }: Pair): PersonState[] {
  const preferring = (first: UseCase, second: UseCase): PersonState => {
    const kind = first.needs?.kind ?? second.needs?.kind ?? "member";
    const state = {
      ...(kind === "guest" ? guest : member),
      ...(second.needs?.kind === kind || !second.needs?.kind ? second.needs : {}),
      ...first.needs,
      kind,
    };
    // Nobody has a password without an address: LinkPassword and UpdateUser give both.
    const lacksAddress = state.password !== "none" && state.address === "none";
    return lacksAddress ? { ...state, address: "unverified" } : state;
  };
  const states = [preferring(a, b), preferring(b, a)];
  return JSON.stringify(states[0]) === JSON.stringify(states[1]) ? states.slice(0, 1) : states;
}

function partsFor({ a, b }: Pair, state: PersonState, turn: number): WorldParts {
  return {
    state,
    turn,
    hasPerson: [a, b].some(({ about }) => about !== "admin"),
    hasAdmins: [a, b].some(({ about }) => about === "admin"),
    dueMails: [a, b].flatMap(({ dueMail }) => (dueMail === undefined ? [] : [dueMail])),
  };
}

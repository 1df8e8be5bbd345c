import type { Case } from "../calls/cases.ts";
import type { People } from "../calls/people.ts";
import type { Generator } from "../generator/generator.ts";
import { usageOf } from "../process-usage.ts";
import { median } from "../quantile.ts";
import type { BenchServer } from "../server-process.ts";

/** The machine code of V8 is ready after about so long. */
const FIRST_MS = 2_000;
const MOST_REPEATS = 4;

/** A server of this version or of the other one, with users who call it. */
export type Side = Readonly<{ server: BenchServer; people: People }>;
export type Pair = Readonly<{ ours: Side; theirs: Side }>;

/** In each round both have several turns: a neighbour that takes the machine for a second takes it from both. */
export type Pace = Readonly<{ clients: number; rounds: number; turns: number; ms: number }>;

/** Of each round. */
export type Rates = Readonly<{ ours: readonly number[]; theirs: readonly number[] }>;

/** How many calls each side answers for a second of its CPU time. */
export async function takeTurns(
  generator: Generator,
  { ours, theirs }: Pair,
  one: Case,
  pace: Pace,
  onRound: (round: number) => void,
): Promise<Rates> {
  const rates: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
  for (const side of [ours, theirs]) {
    await turnOf(generator, side, one, { ...pace, ms: FIRST_MS });
  }
  for (let round = 1; round <= pace.rounds; round++) {
    onRound(round);
    const turns: { ours: Turn[]; theirs: Turn[] } = { ours: [], theirs: [] };
    for (let turn = 0; turn < pace.turns; turn++) {
      turns.ours.push(await turnOf(generator, ours, one, pace));
      turns.theirs.push(await turnOf(generator, theirs, one, pace));
    }
    rates.ours.push(callsPerCpuSecond(turns.ours));
    rates.theirs.push(callsPerCpuSecond(turns.theirs));
  }
  return rates;
}

type Turn = Readonly<{ calls: number; cpuSeconds: number }>;

/** The median turn: in some of them a neighbour takes the caches, too. */
function callsPerCpuSecond(turns: readonly Turn[]): number {
  return median(turns.map(({ calls, cpuSeconds }) => calls / cpuSeconds));
}

/**
 * When others keep the machine busy, a server may refuse a call that waited too long. Such a turn is repeated, and in
 * the end nothing can be said.
 */
async function turnOf(generator: Generator, side: Side, one: Case, pace: Pace): Promise<Turn> {
  for (let repeats = 0; repeats < MOST_REPEATS; repeats++) {
    const { refused, ...turn } = await oneTurn(generator, side, one, pace);
    if (refused === 0) return turn;
  }
  return { calls: Number.NaN, cpuSeconds: Number.NaN };
}

/**
 * Counts everything from the first call to the last answer. The CPU time is read while nothing is under way: on a busy
 * machine it could not be read at the moment at which a part of the answers begins to count.
 */
async function oneTurn(
  generator: Generator,
  { server, people }: Side,
  one: Case,
  { clients, ms }: Pace,
): Promise<Turn & { refused: number }> {
  const { host, port, pid } = server;
  const signers = people.emails;
  const order = one.order({ server, people, signers, wire: "JSON", clients, newTokens: [] });
  const calls = order.calls.map((call, n) => ({
    ...call,
    headers: { ...call.headers, "x-forwarded-for": `10.1.${n >> 8}.${n & 255}` }, // every phone has its own address
  }));
  const cpuMs = (): number => usageOf(pid)?.cpuMs ?? Number.NaN;
  const before = cpuMs();
  const outcome = await generator.run({
    ...order,
    host,
    port,
    calls,
    wire: "JSON",
    clients,
    warmUpMs: 0,
    ms,
  });
  const cpuSeconds = (cpuMs() - before) / 1000;
  if (order.use === "chain") people.refreshTokens.splice(0, clients, ...outcome.refreshTokens);
  return { calls: outcome.all, cpuSeconds, refused: outcome.refused };
}

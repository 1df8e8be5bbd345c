import { openHttp1, prepareHttp1 } from "../generator/http1-sender.ts";
import type { Call, Prepared } from "../generator/order.ts";
import { tokenChains } from "../generator/token-chain.ts";
import { quantile } from "../quantile.ts";
import {
  type OpenOrder,
  type OpenReport,
  type Phase,
  type PhaseOutcome,
  SLICE_MS,
  type Slice,
} from "./order.ts";

// A process of its own that sends calls when they are due, whether or not others were answered. What a call waits counts
// from the moment at which it was due, so a server that is late for one call is late for all that were due meanwhile.
const TICK_MS = 1;

process.on("message", (order: OpenOrder) => {
  run(order).then(
    (outcomes) => say({ outcomes }),
    (error: Error) => say({ why: error.message }),
  );
});

function say(report: OpenReport): void {
  process.send?.(report);
}

type Sent = { phase: Tally; slice: number; dueAt: number };

async function run(order: OpenOrder): Promise<PhaseOutcome[]> {
  const { host, port, connections, chains } = order;
  const prepare = (call: Call): Prepared => prepareHttp1(call, `${host}:${port}`);
  const prepared = order.calls.map(prepare);
  const idle: number[] = [];
  const underWay: (Sent | undefined)[] = [];
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  const sender = await openHttp1(
    { host, port, clients: connections },
    (connection, isOk, body) => {
      const sent = underWay[connection];
      underWay[connection] = undefined;
      sent?.phase.end(sent, isOk);
      if (sent && chains && isOk) {
        const { refreshToken } = tokenChains.JSON.read(body);
        prepared[connection] = prepare(
          tokenChains.JSON.next(order.calls[connection] as Call, refreshToken, false),
        );
      }
      idle.push(connection);
    },
    (why) => fail(new Error(why)),
  );
  // A connection that asks for nothing would be closed after 10 seconds.
  const greeting = prepare({ method: "GET", path: "/healthz", headers: {} });
  for (let connection = 0; connection < connections; connection++) sender.send(connection, greeting);
  while (idle.length < connections) await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  let taken = 0;
  /** False when no connection is free. */
  const send = (sent: Sent): boolean => {
    const connection = idle.shift();
    if (connection === undefined) return false;
    const call = prepared[chains ? connection : taken++ % prepared.length];
    underWay[connection] = sent;
    if (call) sender.send(connection, call);
    return true;
  };
  const tallies: Tally[] = [];
  for (const [number, phase] of order.phases.entries()) {
    say({ phase: number });
    const tally = new Tally(phase);
    tallies.push(tally);
    await Promise.race([arrive(phase, tally, send), failed]);
  }
  await Promise.race([emptied(underWay), failed]);
  sender.close();
  return tallies.map((tally) => tally.outcome());
}

/** Sends the calls of a phase, evenly spread. */
async function arrive({ perSecond, ms }: Phase, tally: Tally, send: (sent: Sent) => boolean): Promise<void> {
  const beganAt = performance.now();
  const gap = 1000 / perSecond;
  const total = Math.round(ms / gap);
  for (let next = 0; next < total; ) {
    const now = performance.now();
    for (; next < total && beganAt + next * gap <= now; next++) {
      const sent = { phase: tally, slice: Math.floor((next * gap) / SLICE_MS), dueAt: beganAt + next * gap };
      if (!send(sent)) tally.miss(sent);
    }
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
}

/** Answers that are late are waited for, but not for ever. */
async function emptied(underWay: readonly (Sent | undefined)[]): Promise<void> {
  const until = performance.now() + 15_000;
  while (underWay.some((sent) => sent !== undefined) && performance.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 20));
}

class Tally {
  readonly #slices: { times: number[]; refused: number; unsent: number }[];

  constructor({ ms }: Phase) {
    this.#slices = Array.from({ length: Math.ceil(ms / SLICE_MS) }, () => ({
      times: [],
      refused: 0,
      unsent: 0,
    }));
  }

  end({ slice, dueAt }: Sent, isOk: boolean): void {
    const found = this.#slices[slice];
    if (!found) return;
    if (isOk) found.times.push(performance.now() - dueAt);
    else found.refused += 1;
  }

  miss({ slice }: Sent): void {
    const found = this.#slices[slice];
    if (found) found.unsent += 1;
  }

  outcome(): PhaseOutcome {
    const sorted = (times: number[]): number[] => times.toSorted((a, b) => a - b);
    const slices = this.#slices.map(
      ({ times, refused, unsent }): Slice => ({
        ...{ answered: times.length, refused, unsent },
        p50: quantile(sorted(times), 0.5),
      }),
    );
    const all = sorted(this.#slices.flatMap(({ times }) => times));
    const sum = (of: (slice: Slice) => number): number =>
      slices.reduce((total, slice) => total + of(slice), 0);
    return {
      slices,
      answered: all.length,
      refused: sum(({ refused }) => refused),
      unsent: sum(({ unsent }) => unsent),
      p50: quantile(all, 0.5),
      p95: quantile(all, 0.95),
      p99: quantile(all, 0.99),
    };
  }
}

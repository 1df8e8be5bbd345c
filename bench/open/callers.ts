import { openHttp1, prepareHttp1 } from "../generator/http1-sender.ts";
import type { Call, Prepared, Sender } from "../generator/order.ts";
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
const GREETING: Call = { method: "GET", path: "/healthz", headers: {} };

process.on("message", (order: OpenOrder) => {
  run(order).then(
    (outcomes) => say({ outcomes }),
    (error: Error) => say({ why: error.message }),
  );
});

function say(report: OpenReport): void {
  process.send?.(report);
}

async function run(order: OpenOrder): Promise<PhaseOutcome[]> {
  const callers = await Callers.open(order);
  const tallies: Tally[] = [];
  for (const [number, phase] of order.phases.entries()) {
    say({ phase: number });
    const tally = new Tally(phase);
    tallies.push(tally);
    await Promise.race([
      phase.perSecond === "asMuchAsPossible"
        ? saturate(phase, tally, callers)
        : arrive(phase, tally, callers),
      callers.failed,
    ]);
  }
  await Promise.race([callers.settled(), callers.failed]);
  callers.close();
  return tallies.map((tally) => tally.outcome());
}

/** Sends the calls of a phase, evenly spread. */
async function arrive({ perSecond, ms }: Phase, tally: Tally, callers: Callers): Promise<void> {
  const beganAt = performance.now();
  const gap = 1000 / Number(perSecond);
  const total = Math.round(ms / gap);
  for (let next = 0; next < total; ) {
    const now = performance.now();
    for (; next < total && beganAt + next * gap <= now; next++) {
      const sent = { tally, slice: Math.floor((next * gap) / SLICE_MS), dueAt: beganAt + next * gap };
      if (!callers.send(sent)) tally.miss(sent);
    }
    await pause(TICK_MS);
  }
}

/** Every connection sends its next call when the last one was answered. */
async function saturate({ ms }: Phase, tally: Tally, callers: Callers): Promise<void> {
  const beganAt = performance.now();
  const sendNext = (): boolean => {
    const dueAt = performance.now();
    return callers.send({ tally, slice: Math.floor((dueAt - beganAt) / SLICE_MS), dueAt });
  };
  callers.onIdle = () => void sendNext();
  while (sendNext());
  await pause(ms);
  callers.onIdle = () => {};
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

type Sent = { tally: Tally; slice: number; dueAt: number };

/** Connections, and the calls that they send. A call of a chain is sent again only when its last answer has come. */
class Callers {
  readonly failed: Promise<never>;
  onIdle: () => void = () => {};

  readonly #order: OpenOrder;
  readonly #sender: Promise<Sender>;
  readonly #idle: number[] = [];
  readonly #calls: Prepared[];
  readonly #idleCalls: number[];
  readonly #underWay: ({ sent: Sent; call: number } | undefined)[] = [];
  #open: Sender | undefined;

  constructor(order: OpenOrder) {
    const { promise, reject } = Promise.withResolvers<never>();
    this.failed = promise;
    promise.catch(() => {});
    this.#order = order;
    this.#calls = order.calls.map((call) => this.#prepare(call));
    this.#idleCalls = order.calls.map((_, call) => call);
    this.#sender = openHttp1(
      { host: order.host, port: order.port, clients: order.connections },
      (connection, isOk, body) => this.#answered(connection, isOk, body),
      (why) => reject(new Error(why)),
    );
  }

  static async open(order: OpenOrder): Promise<Callers> {
    const callers = new Callers(order);
    const sender = await callers.#sender;
    // A connection that asks for nothing would be closed after 10 seconds.
    const greeting = callers.#prepare(GREETING);
    for (let connection = 0; connection < order.connections; connection++) sender.send(connection, greeting);
    while (callers.#idle.length < order.connections) await pause(TICK_MS);
    callers.#open = sender;
    return callers;
  }

  /** False when no connection is free. */
  send(sent: Sent): boolean {
    if (this.#idle.length === 0 || this.#idleCalls.length === 0) return false;
    const connection = this.#idle.shift() ?? 0;
    const call = this.#idleCalls.shift() ?? 0;
    if (!this.#order.chains) this.#idleCalls.push(call);
    this.#underWay[connection] = { sent, call };
    this.#open?.send(connection, this.#calls[call] as Prepared);
    return true;
  }

  #answered(connection: number, isOk: boolean, body: Buffer): void {
    const underWay = this.#underWay[connection];
    this.#underWay[connection] = undefined;
    this.#idle.push(connection);
    if (!underWay) return;
    const { sent, call } = underWay;
    sent.tally.end(sent, isOk);
    if (this.#order.chains) {
      if (isOk) this.#calls[call] = this.#prepare(this.#next(call, body));
      this.#idleCalls.push(call);
    }
    this.onIdle();
  }

  #next(call: number, answer: Buffer): Call {
    const { refreshToken } = tokenChains.JSON.read(answer);
    return tokenChains.JSON.next(this.#order.calls[call] as Call, refreshToken, false);
  }

  #prepare(call: Call): Prepared {
    return prepareHttp1(call, `${this.#order.host}:${this.#order.port}`);
  }

  /** Answers that are late are waited for, but not for ever. */
  async settled(): Promise<void> {
    const until = performance.now() + 15_000;
    while (this.#underWay.some((call) => call !== undefined) && performance.now() < until) await pause(20);
  }

  close(): void {
    this.#open?.close();
  }
}

class Tally {
  readonly #slices: { times: number[]; refused: number; unsent: number }[];

  constructor({ ms }: Phase) {
    const empty = () => ({ times: [], refused: 0, unsent: 0 });
    this.#slices = Array.from({ length: Math.ceil(ms / SLICE_MS) }, empty);
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

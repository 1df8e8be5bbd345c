import { fork } from "node:child_process";
import { join } from "node:path";
import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { encodeCall } from "./calls/encode-call.ts";
import { bearer, PASSWORD, type People, refreshCalls, signUpPeople } from "./calls/people.ts";
import { besideACrowd } from "./crowd.ts";
import type { Bar, Figure, Options, Section } from "./figure.ts";
import { type Generator, startGenerator } from "./generator/generator.ts";
import type { Call, Order } from "./generator/order.ts";
import { hashesPerSecond } from "./limits/raw-crypto.ts";
import { measure } from "./measure.ts";
import { median } from "./quantile.ts";
import { type BenchServer, startBenchServer } from "./server-process.ts";
import type { StormCounts, StormOrder } from "./storm-callers.ts";

const ROUNDS = 5;
const TIMES_CAPACITY = 10;
const CALLERS = 4;
const WARM_UP_MS = 500;

const atMost = (bound: number): Bar[] => [{ of: "ratio", atMost: bound }];

/** Ten times as many sign-ins as the machine can hash, while other clients refresh and read. */
export const storm: Section = {
  about: `calls during a burst of ${TIMES_CAPACITY} times as many sign-ins as can be hashed; medians of ${ROUNDS} rounds`,
  async run(options) {
    const figures: Figure[] = [];
    const capacity = await hashesPerSecond(options.isQuick ? 1_000 : 4_000);
    const server = await startBenchServer({ workers: options.workers });
    const generator = startGenerator();
    try {
      const people = await signUpPeople(server, CALLERS);
      figures.push(...(await rounds({ server, generator, people, capacity }, options)));
    } finally {
      generator.stop();
      await server.stop();
    }
    return [...figures, ...(await besideACrowd(options))];
  },
};

type Run = { server: BenchServer; generator: Generator; people: People; capacity: number };
type Times = { p50: number; p99: number };
type Round = { idle: Times; during: Times; signedIn: number; refused: number };

const calls: Readonly<Record<string, (people: People) => Pick<Order, "calls" | "use">>> = {
  RefreshToken: (people) => ({ calls: refreshCalls(people, "JSON", CALLERS), use: "chain" }),
  GetMe: (people) => ({
    calls: people.emails.map((_, n) => encodeCall("JSON", AuthService.method.getMe, {}, bearer(people, n))),
    use: "again",
  }),
};

async function rounds(run: Run, options: Options): Promise<Figure[]> {
  const ms = options.isQuick ? 800 : 2_500;
  const all = new Map<string, Round[]>();
  for (let round = 1; round <= (options.isQuick ? 1 : ROUNDS); round++) {
    for (const name of Object.keys(calls)) {
      options.say(`round ${round}: ${name}`);
      all.set(name, [...(all.get(name) ?? []), await oneRound(run, name, ms)]);
    }
  }
  const each = [...all.values()].flat();
  return [
    { name: "sign-ins asked for", value: run.capacity * TIMES_CAPACITY, unit: "/s", limit: run.capacity },
    { name: "sign-ins served meanwhile", value: median(each.map(({ signedIn }) => signedIn)), unit: "/s" },
    { name: "sign-ins refused meanwhile", value: median(each.map(({ refused }) => refused)), unit: "/s" },
    ...[...all].flatMap(([name, rounds]) => [
      ...compare(`${name} p50`, rounds, ({ p50 }) => p50, atMost(2)),
      ...compare(`${name} p99`, rounds, ({ p99 }) => p99, atMost(5)),
    ]),
  ];
}

function compare(
  name: string,
  rounds: readonly Round[],
  of: (times: Times) => number,
  bars: Bar[],
): Figure[] {
  const idle = median(rounds.map((round) => of(round.idle)));
  const during = median(rounds.map((round) => of(round.during)));
  return [{ name: `${name} in the storm`, value: during, unit: "ms", limit: idle, limitIs: "idle", bars }];
}

async function oneRound(
  { server, generator, people, capacity }: Run,
  name: string,
  ms: number,
): Promise<Round> {
  const measureCalls = async (): Promise<Times> => {
    const order = calls[name]?.(people) ?? { calls: [], use: "again" };
    const { outcome } = await measure(generator, server, {
      ...{ wire: "JSON", clients: CALLERS, warmUpMs: WARM_UP_MS, ms, ...order },
    });
    if (outcome.refused > 0) throw new Error(`${name} was refused ${outcome.refused} times`);
    people.refreshTokens.splice(0, outcome.refreshTokens.length, ...outcome.refreshTokens);
    return outcome;
  };
  const idle = await measureCalls();
  const stormMs = ms + WARM_UP_MS + 1_000;
  const attack = unleash({
    ...{ host: server.host, port: server.port, calls: signIns(people) },
    ...{ perSecond: capacity * TIMES_CAPACITY, ms: stormMs },
  });
  await new Promise((resolve) => setTimeout(resolve, 500)); // until it is at full strength
  const during = await measureCalls();
  const { answered, refused } = await attack;
  return { idle, during, signedIn: (answered * 1000) / stormMs, refused: (refused * 1000) / stormMs };
}

function signIns({ key, emails }: People): Call[] {
  return emails.map((email) =>
    encodeCall("gRPC", AuthService.method.signIn, { email, password: PASSWORD }, key),
  );
}

function unleash(order: StormOrder): Promise<StormCounts> {
  const child = fork(join(import.meta.dirname, "storm-callers.ts"));
  child.send(order);
  return new Promise((resolve, reject) => {
    child.once("message", (counts) => resolve(counts as StormCounts));
    child.once("exit", () => reject(new Error("the callers of the storm ended")));
  });
}

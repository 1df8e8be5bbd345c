import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { startPostgres } from "../../server/src/testing/postgres.ts";
import { encodeCall } from "../calls/encode-call.ts";
import { bearer, PASSWORD, type People, refreshCalls, signUpPeople } from "../calls/people.ts";
import type { Figure, Options, Section } from "../figure.ts";
import { startGenerator } from "../generator/generator.ts";
import type { Call, Order } from "../generator/order.ts";
import { measure } from "../measure.ts";
import { pinTo } from "../pin-to.ts";
import { median } from "../quantile.ts";
import { type BenchServer, startBenchServer } from "../server-process.ts";
import { figuresOf } from "./figures.ts";
import { guests } from "./guests.ts";
import { LOADS, type Phase } from "./order.ts";
import { watchedRun } from "./watched-run.ts";

/** Each phone has a connection of its own. So many are open, of the 10,000 that the server allows. */
const CONNECTIONS = 1_000;
const CLIENTS = 64;
const SERVER_CORE = 0;
/** Of the callers, of this process and of PostgreSQL. */
const OTHER_CORE = 1;

type Engine = "SQLite" | "PostgreSQL";

type Case = {
  name: string;
  clients: number;
  calls: (people: People, count: number) => Call[];
  chains?: boolean;
};

const cases: readonly Case[] = [
  {
    name: "GetMe",
    clients: CLIENTS,
    calls: (people, count) =>
      Array.from({ length: count }, (_, n) =>
        encodeCall("JSON", AuthService.method.getMe, {}, bearer(people, n)),
      ),
  },
  {
    name: "RefreshToken",
    clients: CLIENTS,
    calls: (people, count) => refreshCalls(people, "JSON", count),
    chains: true,
  },
  {
    name: "SignInAnonymously",
    clients: CLIENTS,
    calls: ({ key }) => [encodeCall("JSON", AuthService.method.signInAnonymously, {}, key)],
  },
  {
    name: "SignIn",
    clients: 16,
    calls: ({ key, emails }) =>
      emails.map((email) =>
        encodeCall("JSON", AuthService.method.signIn, { email, password: PASSWORD }, key),
      ),
  },
];

/** Calls that arrive at a fixed rate, whether or not the server is done with those before them. */
export const open: Section = {
  about:
    "calls at fixed rates of arrival, timed from the moment at which each was due; server and callers on a core each",
  async run(options) {
    const figures: Figure[] = [];
    if (!pinTo(OTHER_CORE, process.pid)) options.say("there is no taskset: nothing is pinned to a core");
    for (const engine of ["SQLite", "PostgreSQL"] as const) {
      for (const one of cases) figures.push(...(await runCase(engine, one, options)));
    }
    return figures;
  },
};

/** On a server of its own, so that its memory is that of these calls. */
async function runCase(engine: Engine, one: Case, options: Options): Promise<Figure[]> {
  const postgres = engine === "PostgreSQL" ? await startPostgres({ isDurable: true }) : undefined;
  if (postgres) pinTo(OTHER_CORE, postgres.pid); // and with it what it starts from now on
  const server = await startBenchServer(
    postgres ? { databaseUrl: postgres.url("postgres"), workers: 1 } : {},
  );
  try {
    pinTo(SERVER_CORE, server.pid);
    const isHashing = one.name === "SignIn";
    const people = isHashing ? await signUpPeople(server, CLIENTS) : await guests(server, CONNECTIONS);
    options.say(`${engine}, ${one.name}: capacity`);
    const capacity = await capacityOf(server, one, people, options.isQuick);
    options.say(`${engine}, ${one.name}: ${Math.round(capacity)}/s`);
    const outcomes = await watchedRun(
      {
        ...{ host: server.host, port: server.port, connections: CONNECTIONS, chains: one.chains ?? false },
        calls: one.calls(people, CONNECTIONS),
        phases: phasesOf(capacity, options.isQuick),
      },
      server.pid,
      OTHER_CORE,
    );
    return figuresOf(`${engine}, ${one.name}`, capacity, outcomes.slice(1), CONNECTIONS);
  } finally {
    await server.stop();
    await postgres?.stop();
  }
}

/** Warms up, goes through the loads, and ends with half of the capacity, to see how long it takes to recover. */
function phasesOf(capacity: number, isQuick: boolean): Phase[] {
  const at = (percent: number, seconds: number): Phase => ({
    perSecond: (capacity * percent) / 100,
    ms: (isQuick ? 0.2 : 1) * seconds * 1000,
  });
  return [at(50, 3), ...LOADS.map((percent) => at(percent, percent > 100 ? 30 : 5)), at(50, 5)];
}

/** Of clients that each send the next call when the last one was answered. */
async function capacityOf(server: BenchServer, one: Case, people: People, isQuick: boolean): Promise<number> {
  const generator = startGenerator();
  generator.pin(OTHER_CORE);
  try {
    const rates: number[] = [];
    for (let round = 0; round < (isQuick ? 1 : 3); round++) {
      const order: Omit<Order, "host" | "port"> = {
        ...{ wire: "JSON", clients: one.clients, warmUpMs: 1_000, ms: isQuick ? 500 : 2_000 },
        ...{ calls: one.calls(people, one.clients), use: one.chains ? "chain" : "turns" },
      };
      const { perSecond, outcome } = await measure(generator, server, order);
      people.refreshTokens.splice(0, outcome.refreshTokens.length, ...outcome.refreshTokens);
      rates.push(perSecond);
    }
    return median(rates);
  } finally {
    generator.stop();
  }
}

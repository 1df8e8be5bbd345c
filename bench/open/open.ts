import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { startPostgres } from "../../server/src/testing/postgres.ts";
import { analyze } from "../analyze.ts";
import { encodeCall } from "../calls/encode-call.ts";
import { bearer, PASSWORD, type People, refreshCalls, signUpPeople } from "../calls/people.ts";
import type { Figure, Options, Section } from "../figure.ts";
import type { Call } from "../generator/order.ts";
import { pinTo } from "../pin-to.ts";
import { median } from "../quantile.ts";
import { startBenchServer } from "../server-process.ts";
import { figuresOf } from "./figures.ts";
import { guests } from "./guests.ts";
import { LOADS, type Phase, SLICE_MS } from "./order.ts";
import { type WatchedPhase, watchedRun } from "./watched-run.ts";

/** Each phone has a connection of its own. So many are open, of the 10,000 that the server allows. */
const CONNECTIONS = 1_000;
const CLIENTS = 64;
/** Of the server and of PostgreSQL. */
const SERVER_CORE = 0;
/** Of the callers and of this process. */
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
  if (postgres) pinTo(SERVER_CORE, postgres.pid); // and with it what it starts from now on
  const server = await startBenchServer(
    postgres ? { databaseUrl: postgres.url("postgres"), workers: 1 } : {},
  );
  try {
    pinTo(SERVER_CORE, server.pid);
    const signedUp = one.name === "SignIn" ? await signUpPeople(server, CLIENTS) : undefined;
    const run = async (connections: number, phases: readonly Phase[]): Promise<WatchedPhase[]> => {
      const people = signedUp ?? (await guests(server, CONNECTIONS));
      if (postgres) await analyze(postgres.url("postgres"));
      const order = {
        host: server.host,
        port: server.port,
        connections,
        phases,
        chains: one.chains ?? false,
      };
      return watchedRun({ ...order, calls: one.calls(people, CONNECTIONS) }, server.pid, OTHER_CORE);
    };
    options.say(`${engine}, ${one.name}: capacity`);
    const name = `${engine}, ${one.name}`;
    const [, ...saturated] = await run(one.clients, saturatedPhases(options.isQuick));
    const capacity = median(saturated.map(perSecond));
    options.say(`${name}: ${Math.round(capacity)}/s`);
    const [, ...phases] = await run(CONNECTIONS, phasesOf(capacity, options.isQuick));
    return figuresOf({ name, capacity, saturated, phases, connections: CONNECTIONS });
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

/**
 * Warms up, because the machine code of V8 is ready only then. The rest takes as long as the overload, so that both meet
 * the same neighbours of the machine.
 */
function saturatedPhases(isQuick: boolean): Phase[] {
  const phase = (ms: number): Phase => ({ perSecond: "asMuchAsPossible", ms });
  const counted = Array.from({ length: isQuick ? 2 : 15 }, () => phase(isQuick ? 1_000 : 2_000));
  return [phase(isQuick ? 1_000 : 6_000), ...counted];
}

function perSecond({ answered, slices }: WatchedPhase): number {
  return (answered * 1000) / (slices.length * SLICE_MS);
}

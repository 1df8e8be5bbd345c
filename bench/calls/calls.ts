import { availableParallelism } from "node:os";
import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import type { Figure, Options, Section } from "../figure.ts";
import { type Generator, startGenerator } from "../generator/generator.ts";
import type { WireName } from "../generator/order.ts";
import { type Echo, startEcho } from "../limits/echo.ts";
import { openRawCommits, type RawCommits } from "../limits/raw-commits.ts";
import { es256PerSecond, hashesPerSecond } from "../limits/raw-crypto.ts";
import { figureOf, type Measured, measure } from "../measure.ts";
import { medianRound } from "../median-round.ts";
import { type BenchServer, startBenchServer } from "../server-process.ts";
import { BAR_CLIENTS, type Case, cases } from "./cases.ts";
import { encodeCall } from "./encode-call.ts";
import { type Limits, meanOf } from "./limits.ts";
import { bearer, mintTokens, type People, signUpPeople, signUpSigners } from "./people.ts";

const WIRES: readonly WireName[] = ["JSON", "gRPC"];

type Pace = {
  clients: readonly number[];
  warmUpMs: number;
  ms: number;
  slowMs: number;
  barTurns: number;
  newTokens: number;
};

const FULL: Pace = {
  clients: [1, 16, BAR_CLIENTS],
  warmUpMs: 1_500, // V8 goes on compiling for about so long
  ms: 2_000,
  slowMs: 4_000,
  barTurns: 4,
  newTokens: 4_000,
};
const QUICK: Pace = {
  ...{ clients: [BAR_CLIENTS], warmUpMs: 300, ms: 700, newTokens: 1_000 },
  ...{ slowMs: 1_500, barTurns: 1 },
};

/** What all rounds share. */
type Run = {
  echo: Echo;
  commits: RawCommits;
  generator: Generator;
  pace: Pace;
  chosen: readonly Case[];
};

/** What one of them has for itself. */
type Round = Run & { server: BenchServer; people: People; signers: readonly string[] };

/** What an app does all day, against a real `svc serve` on SQLite, each beside its limit in the same run. */
export function callsSection(names: readonly string[] = cases.map(({ name }) => name)): Section {
  return {
    about: `RPCs; server and load generator share ${availableParallelism()} cores`,
    hasRounds: true,
    async run(options) {
      const pace = options.isQuick ? QUICK : FULL;
      const echo = await startEcho();
      const commits = await openRawCommits(Math.max(...pace.clients));
      const generator = startGenerator();
      const chosen = cases.filter(({ name }) => names.includes(name));
      try {
        return await rounds({ echo, commits, generator, pace, chosen }, options);
      } finally {
        generator.stop();
        commits.close();
        echo.stop();
      }
    },
  };
}

/**
 * Each round has a server of its own: what one process owes to its luck, it owes for as long as it lives. A round must not
 * take longer than access tokens live, a quarter of an hour.
 */
async function rounds(run: Run, options: Options): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (let round = 1; round <= options.rounds; round++) {
    const server = await startBenchServer({ workers: options.workers });
    try {
      const most = Math.max(...run.pace.clients);
      const people = await signUpPeople(server, most);
      const signers = await signUpSigners(server, most);
      for (const clients of run.pace.clients) {
        for (const wire of WIRES) {
          options.say(`round ${round} of ${options.rounds}: ${clients} clients, ${wire}`);
          figures.push(...(await measureAll({ ...run, server, people, signers }, wire, clients)));
        }
      }
    } finally {
      await server.stop();
    }
  }
  return medianOfEach(figures);
}

/**
 * What the machine can do is measured before the cases, and again after each that has a bar: it may be half as fast in one minute as in
 * the next.
 */
async function measureAll(round: Round, wire: WireName, clients: number): Promise<Figure[]> {
  const chosen = round.chosen.filter((one) => !one.needsNewTokens || clients === BAR_CLIENTS);
  let before = await measureLimits(round, wire, clients);
  const echoes = [before.echo];
  const figures: Figure[] = [];
  for (const one of chosen.filter(({ isSlow }) => !isSlow)) {
    const result = await measureCase(round, one, wire, clients);
    const hasBar = one.bars !== undefined && clients === BAR_CLIENTS;
    const after = hasBar ? await measureLimits(round, wire, clients) : before;
    figures.push(caseFigure(one, meanOf(before.limits, after.limits), result));
    echoes.push(after.echo);
    before = after;
  }
  const slow = await measureSlow(round, chosen, before.limits, wire, clients);
  return [
    ...machineFigures(before.limits, clients),
    ...echoes.map((echo) => figureOf("echo", echo)),
    ...figures,
    ...slow,
  ];
}

/** In turns with bare hashing, and several times where a bar asks for it: a few groups of answers are few to count. */
async function measureSlow(
  round: Round,
  chosen: readonly Case[],
  limits: Limits,
  wire: WireName,
  clients: number,
): Promise<Figure[]> {
  const { slowMs, barTurns } = round.pace;
  const figures: Figure[] = [];
  for (const one of chosen.filter(({ isSlow }) => isSlow)) {
    const turns = one.bars && clients === BAR_CLIENTS ? barTurns : 1;
    const hashes = [await hashesPerSecond(slowMs / 2)];
    const results: Measured[] = [];
    for (let turn = 0; turn < turns; turn++) {
      results.push(await measureCase(round, one, wire, clients));
      hashes.push(await hashesPerSecond(slowMs / 2));
    }
    const beside: Limits = { ...limits, hashes: mean(hashes) };
    const perSecond = mean(results.map((result) => result.perSecond));
    const [last] = results.slice(-1);
    if (last) figures.push(hashFigure(beside), caseFigure(one, beside, { ...last, perSecond }));
  }
  return figures;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

async function measureLimits(
  round: Round,
  wire: WireName,
  clients: number,
): Promise<{ limits: Limits; echo: Measured }> {
  const { commits, pace } = round;
  const echo = await measureEcho(round, wire, clients);
  const limits: Limits = {
    ...es256PerSecond(pace.ms / 8),
    hashes: Number.NaN, // only beside those who need it
    commits: commits.perSecond(clients, pace.ms / 8),
    echo: echo.perSecond,
  };
  return { limits, echo };
}

/** With the request of GetMe: the most common one, and one with a token in its headers. */
function measureEcho(
  { echo, generator, people, pace }: Round,
  wire: WireName,
  clients: number,
): Promise<Measured> {
  return measure(generator, echo.targets[wire], {
    ...{ wire, clients, use: "again", warmUpMs: pace.warmUpMs, ms: pace.ms },
    calls: Array.from({ length: clients }, (_, client) =>
      encodeCall(wire, AuthService.method.getMe, {}, bearer(people, client)),
    ),
  });
}

async function measureCase(round: Round, one: Case, wire: WireName, clients: number): Promise<Measured> {
  const { server, generator, people, signers, pace } = round;
  const newTokens = one.needsNewTokens ? await mintTokens(generator, server, people, pace.newTokens) : [];
  const order = one.order({ server, people, signers, wire, clients, newTokens });
  const result = await measure(generator, server, {
    ...{ wire, clients, ...order },
    warmUpMs: one.needsNewTokens ? 0 : pace.warmUpMs, // every one of them counts
    ms: one.isSlow ? pace.slowMs : pace.ms,
  });
  if (order.use === "chain") people.refreshTokens.splice(0, clients, ...result.outcome.refreshTokens);
  return result;
}

function machineFigures({ signatures, verifications, commits }: Limits, clients: number): Figure[] {
  return [
    limitFigure("ES256 signatures, one core", signatures),
    limitFigure("ES256 verifications, one core", verifications),
    limitFigure(`durable rotations, ${clients} to a commit`, commits),
  ];
}

function hashFigure({ hashes }: Limits): Figure {
  return limitFigure("argon2id hashes, all cores", hashes);
}

function limitFigure(name: string, value: number): Figure {
  return { name: `limit: ${name}`, value, unit: "/s" };
}

function caseFigure(one: Case, limits: Limits, measured: Measured): Figure {
  const { wire, clients } = measured.detail;
  const { rate, is } = one.limitOf(limits);
  const bars = clients === BAR_CLIENTS && one.bars ? { bars: one.bars(wire) } : {};
  return { ...figureOf(one.name, measured), limit: rate, limitIs: is, ...bars };
}

/** Each figure has the limit that was measured beside it. */
function medianOfEach(figures: readonly Figure[]): Figure[] {
  const rounds = Map.groupBy(figures, ({ name, load }) => `${name} ${load?.wire} ${load?.clients}`);
  return [...rounds.values()].map(medianRound).sort((a, b) => placeOf(a) - placeOf(b));
}

/** The machine, then each wire with ever more clients. */
function placeOf({ load }: Figure): number {
  return load === undefined ? -1 : WIRES.indexOf(load.wire) * 1_000_000 + load.clients;
}

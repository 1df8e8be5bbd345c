import { availableParallelism } from "node:os";
import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import type { Figure, Options, Section } from "../figure.ts";
import { type Generator, startGenerator } from "../generator/generator.ts";
import type { WireName } from "../generator/order.ts";
import { type Echo, startEcho } from "../limits/echo.ts";
import { openRawCommits, type RawCommits } from "../limits/raw-commits.ts";
import { es256PerSecond, hashesPerSecond } from "../limits/raw-crypto.ts";
import { best, type Measured, measure } from "../measure.ts";
import { type BenchServer, startBenchServer } from "../server-process.ts";
import { BAR_CLIENTS, type Case, cases } from "./cases.ts";
import { encodeCall } from "./encode-call.ts";
import { echoKey, type Limits } from "./limits.ts";
import { bearer, mintTokens, type People, renewTokens, signUpPeople } from "./people.ts";

const WIRES: readonly WireName[] = ["JSON", "gRPC"];

type Pace = { clients: readonly number[]; warmUpMs: number; ms: number; slowMs: number; newTokens: number };

const FULL: Pace = {
  clients: [1, 16, BAR_CLIENTS],
  warmUpMs: 1_500, // V8 goes on compiling for about so long
  ms: 2_000,
  slowMs: 4_000,
  newTokens: 4_000,
};
const QUICK: Pace = { clients: [BAR_CLIENTS], warmUpMs: 300, ms: 700, slowMs: 1_500, newTokens: 1_000 };

/** Everything that one run needs. */
type Run = {
  server: BenchServer;
  echo: Echo;
  commits: RawCommits;
  generator: Generator;
  people: People;
  pace: Pace;
  chosen: readonly Case[];
};

/** What an app does all day, against a real `svc serve` on SQLite, each beside its limit in the same run. */
export function callsSection(names: readonly string[] = cases.map(({ name }) => name)): Section {
  return {
    about: `RPCs; server and load generator share ${availableParallelism()} cores`,
    hasRounds: true,
    async run(options) {
      const pace = options.isQuick ? QUICK : FULL;
      const most = Math.max(...pace.clients);
      const server = await startBenchServer({ workers: options.workers });
      const echo = await startEcho();
      const commits = await openRawCommits(most);
      const generator = startGenerator();
      try {
        const people = await signUpPeople(server, most);
        const chosen = cases.filter(({ name }) => names.includes(name));
        return await rounds({ server, echo, commits, generator, people, pace, chosen }, options);
      } finally {
        generator.stop();
        commits.close();
        echo.stop();
        await server.stop();
      }
    },
  };
}

async function rounds(run: Run, options: Options): Promise<Figure[]> {
  const limits: Limits = {
    hashes: 0,
    signatures: 0,
    verifications: 0,
    commits: new Map(),
    echoes: new Map(),
  };
  const echoes = new Map<string, Measured[]>();
  const measured = new Map<string, Measured[]>();
  for (let round = 1; round <= options.rounds; round++) {
    await measureMachine(run, limits);
    await renewTokens(run.generator, run.server, run.people);
    for (const clients of run.pace.clients) {
      for (const wire of WIRES) {
        options.say(`round ${round} of ${options.rounds}: ${clients} clients, ${wire}`);
        note(echoes, echoKey(wire, clients), await measureEcho(run, wire, clients));
        for (const one of run.chosen) {
          if (one.needsNewTokens && clients !== BAR_CLIENTS) continue;
          note(measured, keyOf(one, wire, clients), await measureCase(run, one, wire, clients));
        }
      }
    }
  }
  for (const [key, all] of echoes) limits.echoes.set(key, best(all).perSecond);
  return [
    ...machineFigures(limits),
    ...figuresOf(run, (wire, clients) => [
      figure("echo", best(echoes.get(echoKey(wire, clients)) ?? [])),
      ...run.chosen.flatMap((one) => caseFigure(one, limits, measured.get(keyOf(one, wire, clients)))),
    ]),
  ];
}

async function measureMachine({ commits, pace }: Run, limits: Limits): Promise<void> {
  const { signatures, verifications } = es256PerSecond(pace.ms / 4);
  limits.signatures = Math.max(limits.signatures, signatures);
  limits.verifications = Math.max(limits.verifications, verifications);
  limits.hashes = Math.max(limits.hashes, await hashesPerSecond(pace.slowMs));
  for (const clients of pace.clients) {
    const rate = commits.perSecond(clients, pace.ms / 4);
    limits.commits.set(clients, Math.max(limits.commits.get(clients) ?? 0, rate));
  }
}

/** With the request of GetMe: the most common one, and one with a token in its headers. */
function measureEcho(run: Run, wire: WireName, clients: number): Promise<Measured> {
  const { echo, generator, people, pace } = run;
  return measure(generator, echo.targets[wire], {
    ...{ wire, clients, use: "again", warmUpMs: pace.warmUpMs, ms: pace.ms },
    calls: Array.from({ length: clients }, (_, client) =>
      encodeCall(wire, AuthService.method.getMe, {}, bearer(people, client)),
    ),
  });
}

async function measureCase(run: Run, one: Case, wire: WireName, clients: number): Promise<Measured> {
  const { server, generator, people, pace } = run;
  const newTokens = one.needsNewTokens ? await mintTokens(generator, server, people, pace.newTokens) : [];
  const order = one.order({ server, people, wire, clients, newTokens });
  const result = await measure(generator, server, {
    ...{ wire, clients, ...order },
    warmUpMs: one.needsNewTokens ? 0 : pace.warmUpMs, // every one of them counts
    ms: one.isSlow ? pace.slowMs : pace.ms,
  });
  if (order.use === "chain") people.refreshTokens.splice(0, clients, ...result.outcome.refreshTokens);
  return result;
}

function machineFigures({ hashes, signatures, verifications, commits }: Limits): Figure[] {
  return [
    { name: "limit: argon2id hashes, all cores", value: hashes, unit: "/s" },
    { name: "limit: ES256 signatures, one core", value: signatures, unit: "/s" },
    { name: "limit: ES256 verifications, one core", value: verifications, unit: "/s" },
    ...[...commits].map(([group, value]) => ({
      name: `limit: durable rotations, ${group} to a commit`,
      value,
      unit: "/s",
    })),
  ];
}

function figuresOf({ pace }: Run, of: (wire: WireName, clients: number) => Figure[]): Figure[] {
  return WIRES.flatMap((wire) => pace.clients.flatMap((clients) => of(wire, clients)));
}

function caseFigure(one: Case, limits: Limits, all: Measured[] | undefined): Figure[] {
  if (all === undefined) return [];
  const top = best(all);
  const { wire, clients } = top.detail;
  const { rate, is } = one.limitOf(limits, wire, clients);
  const bars = clients === BAR_CLIENTS && one.bars ? { bars: one.bars(wire) } : {};
  return [{ ...figure(one.name, top), limit: rate, limitIs: is, ...bars }];
}

function figure(name: string, { perSecond, detail }: Measured): Figure {
  return { name, value: perSecond, unit: "/s", load: detail };
}

function keyOf({ name }: Case, wire: WireName, clients: number): string {
  return `${name} ${wire} ${clients}`;
}

function note(rounds: Map<string, Measured[]>, key: string, result: Measured): void {
  rounds.set(key, [...(rounds.get(key) ?? []), result]);
}

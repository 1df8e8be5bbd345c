import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";
import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import pg from "pg";
import { type Postgres, startPostgres } from "../../server/src/testing/postgres.ts";
import { analyze } from "../analyze.ts";
import { type Case, cases } from "../calls/cases.ts";
import { encodeCall } from "../calls/encode-call.ts";
import { PASSWORD, signUpPeople } from "../calls/people.ts";
import type { Figure, Options, Section } from "../figure.ts";
import { type Generator, startGenerator } from "../generator/generator.ts";
import { median } from "../quantile.ts";
import { startBenchServer } from "../server-process.ts";
import { untilIdle } from "../until-idle.ts";
import { type Pace, type Pair, type Rates, type Side, takeTurns } from "./take-turns.ts";

const OURS = join(import.meta.dirname, "../..");
const CLIENTS = 32;
/** More of them would wait longer for a hash than a busy server lets them wait. */
const HASHING_CLIENTS = 8;
/** So many that none of them reaches the limit of sessions, above which a sign-in has to end another session. */
const USERS = 2_000;
const HASHING_USERS = 200;
const FULL: Pace = { clients: CLIENTS, rounds: 5, turns: 11, ms: 500 };
const QUICK: Pace = { ...FULL, rounds: 1, turns: 1 };

type EngineName = "PostgreSQL" | "SQLite";

const WITHOUT_HASH = "SignIn without the hash";
const WITH_HASH = "SignIn";
const NAMES = ["RefreshToken", "GetMe", "IntrospectToken", WITHOUT_HASH];

/** At least so many times as many calls as the other version. */
const SAME = 0.97;
const BARS: Readonly<Record<EngineName, Readonly<Record<string, number>>>> = {
  PostgreSQL: { RefreshToken: 2, GetMe: 1.8, IntrospectToken: 1.8, [WITHOUT_HASH]: 1.2 },
  SQLite: Object.fromEntries([...NAMES, WITH_HASH].map((name) => [name, SAME])),
};

export const against: Section = {
  about: "calls for each second of CPU time of svc, beside another version that takes turns; medians of five",
  async run(options) {
    if (options.against === undefined) throw new Error("--against DIR names a clone of the other version");
    const other = resolve(options.against);
    for (const tree of [OURS, other]) {
      // Builds what `serve` needs, which would take longer than a server is waited for.
      execFileSync(join(tree, "svc"), ["serve", "--help"], { stdio: "ignore" });
    }
    const pace = options.isQuick ? QUICK : FULL;
    const generator = startGenerator();
    const postgres = await startPostgres({ isDurable: true });
    try {
      const run: Run = { other, pace, generator, postgres, say: options.say };
      return [...(await compare("PostgreSQL", run)), ...(await compare("SQLite", run))];
    } finally {
      generator.stop();
      await postgres.stop();
    }
  },
};

type Run = Pick<Options, "say"> & { other: string; pace: Pace; generator: Generator; postgres: Postgres };

async function compare(engine: EngineName, run: Run): Promise<Figure[]> {
  const fast = await withPair(engine, run, false, async (pair) => {
    const figures: Figure[] = [];
    for (const name of NAMES) figures.push(...(await comparison(engine, name, pair, run)));
    return figures;
  });
  // In a short turn too few of them would be answered.
  const { rounds, turns, ms } = run.pace;
  const pace: Pace = { clients: HASHING_CLIENTS, rounds, turns: Math.ceil(turns / 4), ms: 4 * ms };
  const hashing = await withPair(engine, run, true, (pair) =>
    comparison(engine, WITH_HASH, pair, { ...run, pace }),
  ).catch((error: Error) => {
    run.say(`${engine}, ${WITH_HASH}: ${error.message}`); // others keep the machine too busy to hash
    return figuresOf(`${engine}, ${WITH_HASH}`, { ours: [], theirs: [] }, "");
  });
  return [...fast, ...hashing];
}

/** Both servers run all the time, and only one of them has anything to do. */
async function withPair<T>(
  engine: EngineName,
  { other, postgres }: Run,
  hashes: boolean,
  work: (pair: Pair) => Promise<T>,
): Promise<T> {
  const started: Side[] = [];
  const start = async (tree: string): Promise<Side> => {
    const databaseUrl = engine === "SQLite" ? undefined : await newDatabase(postgres);
    const side = await startSide(tree, databaseUrl, hashes);
    started.push(side);
    return side;
  };
  try {
    return await work({ ours: await start(OURS), theirs: await start(other) });
  } finally {
    for (const { server } of started) await server.stop();
  }
}

async function comparison(engine: EngineName, name: string, pair: Pair, run: Run): Promise<Figure[]> {
  const { generator, pace, say, other } = run;
  const known = cases.find((known) => known.name === name.split(" ")[0]);
  if (!known) throw new Error(`there is no case for ${name}`);
  const one = known.name === WITH_HASH ? ofAllPeople(known) : known;
  const rates = await takeTurns(generator, pair, one, pace, (round) =>
    say(`${engine}, ${name}, round ${round} of ${pace.rounds}`),
  );
  return figuresOf(`${engine}, ${name}`, rates, commitOf(other), BARS[engine][name]);
}

/** Everybody signs in, one after the other. */
function ofAllPeople(signIn: Case): Case {
  return {
    ...signIn,
    order: ({ people: { key, emails }, wire }) => ({
      use: "turns",
      calls: emails.map((email) =>
        encodeCall(wire, AuthService.method.signIn, { email, password: PASSWORD }, key),
      ),
    }),
  };
}

function figuresOf(name: string, { ours, theirs }: Rates, other: string, atLeast?: number): Figure[] {
  const ratios = ours.map((rate, n) => rate / (theirs[n] ?? Number.NaN));
  const medianOf = (values: readonly number[]): number => (values.length > 0 ? median(values) : Number.NaN);
  return [
    {
      ...{ name, value: medianOf(ours), unit: "/CPU s", limit: medianOf(theirs), limitIs: other },
      ...(atLeast !== undefined && { bars: [{ of: "ratio", atLeast }] as const }),
    },
    {
      ...{ name: `${name}, lowest to highest ratio`, unit: "%" },
      value: (100 * (Math.max(...ratios) - Math.min(...ratios))) / median(ratios),
    },
  ];
}

/** One process, started as an operator would start it, with rate limits that refuse nobody. */
async function startSide(tree: string, databaseUrl: string | undefined, hashes: boolean): Promise<Side> {
  const server = await startBenchServer({
    program: [join(tree, "svc")],
    countsLimits: true,
    trustedProxies: ["127.0.0.1"],
    ...(databaseUrl !== undefined && { databaseUrl, workers: 1 }),
    skipsHashing: !hashes,
  });
  const people = await signUpPeople(server, hashes ? HASHING_USERS : USERS);
  if (databaseUrl !== undefined) await analyze(databaseUrl);
  await untilIdle(server.pid); // the emails of the sign-ups are sent meanwhile
  return { server, people };
}

let databases = 0;

async function newDatabase(postgres: Postgres): Promise<string> {
  const name = `side_${databases++}`;
  const client = new pg.Client(postgres.url("postgres"));
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return postgres.url(name);
}

function commitOf(tree: string): string {
  return execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: tree, encoding: "utf8" }).trim();
}

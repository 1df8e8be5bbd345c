import type { Figure, Options, Section } from "../figure.ts";
import { type Generator, startGenerator } from "../generator/generator.ts";
import { type Measured, measure } from "../measure.ts";
import { medianRound } from "../median-round.ts";
import { type FilledServer, startFilledServer } from "./filled-server.ts";
import { adminOperations, type Operation, userOperations } from "./operations.ts";

const CLIENTS = 16;
const SAMPLE = { emails: 2_000, people: 128 };
const FULL = { sizes: [1_000, 100_000, 1_000_000], warmUpMs: 1_500, ms: 2_000, hashingMs: 4_000 };
const QUICK = { sizes: [1_000, 20_000], warmUpMs: 300, ms: 700, hashingMs: 1_500 };
const AT_MOST = 1.5;

/** The time that each call takes the server must not depend on how many users there are. */
export const growth: Section = {
  about: `time of each call at growing numbers of users, over JSON with ${CLIENTS} clients`,
  hasRounds: true,
  async run(options) {
    const pace = options.isQuick ? QUICK : FULL;
    const sizes = pace.sizes.map((size, n) => (n === pace.sizes.length - 1 ? (options.users ?? size) : size));
    const servers: FilledServer[] = [];
    const generator = startGenerator();
    try {
      for (const size of sizes) {
        options.say(`filling a database with ${format(size)} users`);
        servers.push(await startFilledServer(size, SAMPLE));
      }
      return await rounds(servers, generator, pace, options);
    } finally {
      generator.stop();
      for (const server of servers) await server.stop();
    }
  },
};

type Pace = Omit<typeof FULL, "sizes">;

/** In turns, so that a slow moment of the machine hits all sizes alike. */
async function rounds(
  servers: readonly FilledServer[],
  generator: Generator,
  pace: Pace,
  { rounds, say }: Options,
): Promise<Figure[]> {
  const suites: Operation[][] = [];
  for (const server of servers) suites.push([...userOperations, ...(await adminOperations(server))]);
  const names = suites[0]?.map(({ name }) => name) ?? [];
  const results = names.map(() => servers.map((): Measured[] => []));
  for (let round = 1; round <= rounds; round++) {
    for (const server of servers) await server.signInAgain();
    for (const [at, name] of names.entries()) {
      say(`round ${round} of ${rounds}: ${name}`);
      for (const [n, server] of servers.entries()) {
        const operation = suites[n]?.[at];
        if (operation) results[at]?.[n]?.push(await measureOne(server, operation, generator, pace));
      }
    }
  }
  return names.flatMap((name, at) => figuresOf(name, servers, results[at] ?? []));
}

async function measureOne(
  server: FilledServer,
  { isHashing, order }: Operation,
  generator: Generator,
  pace: Pace,
): Promise<Measured> {
  const result = await measure(generator, server, {
    ...{ wire: "JSON", clients: CLIENTS, warmUpMs: pace.warmUpMs, ...order(server, CLIENTS) },
    ms: isHashing ? pace.hashingMs : pace.ms,
  });
  const { refreshTokens } = result.outcome;
  server.people.refreshTokens.splice(0, refreshTokens.length, ...refreshTokens);
  return result;
}

/** The smallest stands for itself; the largest has a bar. */
function figuresOf(name: string, servers: readonly FilledServer[], rounds: readonly Measured[][]): Figure[] {
  const [smallest = []] = rounds;
  return rounds.map((measured, n): Figure => {
    const title = `${name}, ${format(servers[n]?.users ?? 0)} users`;
    return medianRound(
      measured.map(({ perSecond, detail }, round): Figure => {
        const compared = n > 0 && {
          limit: 1000 / (smallest[round]?.perSecond ?? Number.NaN),
          limitIs: `at ${format(servers[0]?.users ?? 0)}`,
          ...(n === rounds.length - 1 && { bars: [{ of: "ratio", atMost: AT_MOST }] as const }),
        };
        return { name: title, value: 1000 / perSecond, unit: "ms", load: detail, ...compared };
      }),
    );
  });
}

function format(count: number): string {
  return count.toLocaleString("en-US");
}

import type { Bar, Figure, Options, Section } from "../figure.ts";
import { type Generator, startGenerator } from "../generator/generator.ts";
import { best, type Measured, measure } from "../measure.ts";
import { startBetterAuth } from "./better-auth.ts";
import { installPeers, notRun } from "./install-peers.ts";
import { type Operation, operations, type Peer } from "./peer.ts";
import { startPocketBase } from "./pocketbase.ts";
import { startSvc } from "./svc.ts";

const CLIENTS = 64;
/** Where everybody hashes passwords: more clients would only wait longer. */
const HASHING_CLIENTS = 8;
const hashing: readonly Operation[] = ["sign-up", "sign-in"];

/** Hashing warms up until the first of each client is done. */
const FULL = { warmUpMs: 1_500, ms: 3_000, hashingWarmUpMs: 3_000, hashingMs: 8_000 };
const QUICK = { warmUpMs: 300, ms: 800, hashingWarmUpMs: 1_500, hashingMs: 2_500 };

/** How many times as many as the other one. */
const bars: Readonly<Record<string, Partial<Record<Operation, number>>>> = {
  "better-auth": { "session check": 10, "sign-in": 3 },
  PocketBase: { "session check": 2, "sign-in": 3, "new token": 0.6 },
};

/** What users would pick instead, for what they share with us. */
export const sideBySide: Section = {
  about: `over HTTP/1.1 JSON, ${CLIENTS} clients (${HASHING_CLIENTS} where passwords are hashed)`,
  hasRounds: true,
  async run(options) {
    installPeers(options.say);
    const peers: Peer[] = [];
    const missing: Figure[] = [];
    const generator = startGenerator();
    try {
      peers.push(await startSvc(CLIENTS, options.workers));
      peers.push(await startBetterAuth(CLIENTS));
      // It exists for one platform only; better-auth is worth the comparison on all of them.
      await startPocketBase(CLIENTS).then(
        (peer) => peers.push(peer),
        (error: unknown) => missing.push(notRun("PocketBase", error, options.say)),
      );
      return [...figuresOf(peers, await rounds(peers, generator, options)), ...missing];
    } finally {
      generator.stop();
      for (const peer of peers) await peer.stop();
    }
  },
};

type Results = Map<string, Measured[]>;

/** In turns within each round, so that a slow moment of the machine hits them alike. */
async function rounds(peers: readonly Peer[], generator: Generator, options: Options): Promise<Results> {
  const results: Results = new Map();
  const pace = options.isQuick ? QUICK : FULL;
  for (let round = 1; round <= options.rounds; round++) {
    for (const operation of operations) {
      options.say(`round ${round} of ${options.rounds}: ${operation}`);
      for (const peer of peers.filter(({ calls }) => calls[operation] !== undefined)) {
        const isHashing = hashing.includes(operation);
        const clients = isHashing ? HASHING_CLIENTS : CLIENTS;
        const order = peer.order(operation, clients);
        const result = await measure(generator, peer.target, {
          ...{ wire: "JSON", clients, ...order },
          warmUpMs: isHashing ? pace.hashingWarmUpMs : pace.warmUpMs,
          ms: isHashing ? pace.hashingMs : pace.ms,
        });
        peer.after?.(operation, result.outcome);
        const key = `${peer.name} ${operation}`;
        results.set(key, [...(results.get(key) ?? []), result]);
      }
    }
  }
  return results;
}

/** Ours first, and below it each other one, with the bar for ours. */
function figuresOf([ours, ...others]: readonly Peer[], results: Results): Figure[] {
  return operations.flatMap((operation) => {
    const own = best(results.get(`${ours?.name} ${operation}`) ?? []);
    const name = `${operation}: svc ${ours?.calls[operation]}`;
    const theirs = others.filter(({ calls }) => calls[operation] !== undefined);
    const rows = theirs.map((peer): Figure => {
      const other = best(results.get(`${peer.name} ${operation}`) ?? []);
      return figure(`${operation}: ${peer.name} ${peer.calls[operation]}`, other);
    });
    return [
      figure(name, own),
      ...rows,
      ...theirs.map((peer, n): Figure => {
        const least = bars[peer.name]?.[operation];
        const held: { bars?: readonly Bar[] } =
          least === undefined ? {} : { bars: [{ of: "ratio", atLeast: least }] };
        const limit = rows[n]?.value ?? Number.NaN;
        return {
          name: `${operation}: svc beside ${peer.name}`,
          ...{ value: own.perSecond, unit: "/s", limit, limitIs: peer.name, ...held },
        };
      }),
    ];
  });
}

function figure(name: string, { perSecond, detail }: Measured): Figure {
  return { name, value: perSecond, unit: "/s", load: detail };
}

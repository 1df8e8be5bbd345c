import type { Bar, Figure, Options, Section } from "../figure.ts";
import { type Generator, startGenerator } from "../generator/generator.ts";
import { figureOf, type Measured, measure } from "../measure.ts";
import { medianRound } from "../median-round.ts";
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
  "better-auth": { "session check": 15, "sign-in": 10 },
  PocketBase: { "session check": 5, "sign-in": 4, "new token": 1 },
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

/** Ours first, below it each other one, and then the rounds in which ours is beside another, with its bar. */
function figuresOf([ours, ...others]: readonly Peer[], results: Results): Figure[] {
  return operations.flatMap((operation) => {
    const roundsOf = ({ name }: Peer): readonly Measured[] => results.get(`${name} ${operation}`) ?? [];
    const row = (peer: Peer): Figure => {
      const name = `${operation}: ${peer.name} ${peer.calls[operation]}`;
      return medianRound(roundsOf(peer).map((round) => figureOf(name, round)));
    };
    if (!ours) return [];
    const theirs = others.filter(({ calls }) => calls[operation] !== undefined);
    return [
      ...[ours, ...theirs].map(row),
      ...theirs.map((peer) => comparison(operation, peer.name, roundsOf(ours), roundsOf(peer))),
    ];
  });
}

function comparison(
  operation: Operation,
  peer: string,
  ours: readonly Measured[],
  theirs: readonly Measured[],
): Figure {
  const least = bars[peer]?.[operation];
  const held: { bars?: readonly Bar[] } =
    least === undefined ? {} : { bars: [{ of: "ratio", atLeast: least }] };
  return medianRound(
    ours.map(({ perSecond }, round) => ({
      name: `${operation}: svc beside ${peer}`,
      ...{
        value: perSecond,
        unit: "/s",
        limit: theirs[round]?.perSecond ?? Number.NaN,
        limitIs: peer,
        ...held,
      },
    })),
  );
}

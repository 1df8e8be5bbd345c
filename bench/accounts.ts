import { availableParallelism } from "node:os";
import { hash } from "@node-rs/argon2";
import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import type { Figure, Section } from "./figure.ts";
import { closedLoop, type Load, median } from "./load.ts";
import { type BenchServer, startBenchServer } from "./server-process.ts";
import { grpcWire, jsonWire, type Wire } from "./wire.ts";

const MS = 4_000;
const WORKERS = 32;
const SIGN_IN_ROUNDS = 5;
const PASSWORD = "correct horse battery";
const { signUp, signIn, refreshToken, getMe, signInAnonymously } = AuthService.method;

/** What an app does all day, against a real `svc serve` on SQLite; client and server share the machine. */
export const accounts: Section = {
  about: `sign-ins, refreshes, GetMe and guests, ${WORKERS} callers, client and server on the same cores`,
  async run() {
    const server = await startBenchServer();
    try {
      const figures: Figure[] = [];
      for (const wire of [jsonWire(server.url), grpcWire(server.url)]) {
        figures.push(...(await measure(server, wire)));
        wire.close();
      }
      return figures;
    } finally {
      await server.stop();
    }
  },
};

export async function rawHashRate(ms = MS): Promise<number> {
  const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };
  const { perSecond } = await closedLoop(availableParallelism(), ms, async () => {
    await hash(PASSWORD, options);
    return true;
  });
  return perSecond;
}

async function measure(server: BenchServer, wire: Wire): Promise<Figure[]> {
  const key = { "x-svc-key": server.publishableKey };
  const email = (worker: number): string => `user${worker}-${wire.name.replaceAll(" ", "")}@example.com`;
  const pairs: TokenResponse[] = [];
  for (let worker = 0; worker < WORKERS; worker++) {
    const answer = await wire.call(signUp, { email: email(worker), password: PASSWORD }, key);
    if (!answer?.tokens) throw new Error("sign-up was refused");
    pairs.push(answer.tokens);
  }
  const bearers = pairs.map(({ accessToken }) => ({ ...key, authorization: `Bearer ${accessToken}` }));

  // The cheap calls first: they warm what a sign-in runs through, as in a server that has been up for a while.
  const runs: [string, Load, number?][] = [];
  runs.push([
    "SignInAnonymously",
    await closedLoop(WORKERS, MS, async () => !!(await wire.call(signInAnonymously, {}, key))),
  ]);
  runs.push([
    "GetMe",
    await closedLoop(WORKERS, MS, async (worker) => !!(await wire.call(getMe, {}, bearers[worker] ?? {}))),
  ]);
  await server.loopDelay();
  const tokens = pairs.map(({ refreshToken }) => refreshToken);
  runs.push(["RefreshToken", await refreshes(wire, key, tokens)]);
  const refreshDelay = await server.loopDelay();
  const { load, rawHashes } = await signIns(wire, key, email);
  runs.push(["SignIn", load, rawHashes]);
  const signInDelay = await server.loopDelay();
  return [
    ...runs.flatMap(([name, load, limit]) => figuresOf(`${name}, ${wire.name}`, load, limit)),
    { name: `event-loop delay p99 during SignIn, ${wire.name}`, value: signInDelay.p99, unit: "ms" },
    { name: `event-loop delay p99 during RefreshToken, ${wire.name}`, value: refreshDelay.p99, unit: "ms" },
  ];
}

/** In turns with bare hashing, so that a slow moment of the machine hits both alike; medians count. */
async function signIns(
  wire: Wire,
  key: Record<string, string>,
  email: (worker: number) => string,
): Promise<{ load: Load; rawHashes: number }> {
  const raw: number[] = [];
  const loads: Load[] = [];
  for (let round = 0; round < SIGN_IN_ROUNDS; round++) {
    raw.push(await rawHashRate(MS / 2));
    loads.push(
      await closedLoop(WORKERS, MS / 2, async (worker) => {
        return !!(await wire.call(signIn, { email: email(worker), password: PASSWORD }, key));
      }),
    );
  }
  const middle = loads.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(SIGN_IN_ROUNDS / 2)] as Load;
  return { load: middle, rawHashes: median(raw) };
}

/** Each worker follows its own chain of tokens. */
export function refreshes(wire: Wire, key: Record<string, string>, tokens: string[], ms = MS): Promise<Load> {
  return closedLoop(tokens.length, ms, async (worker) => {
    const answer = await wire.call(refreshToken, { refreshToken: tokens[worker] ?? "" }, key);
    if (answer) tokens[worker] = answer.refreshToken;
    return !!answer;
  });
}

function figuresOf(name: string, load: Load, limit?: number): Figure[] {
  return [
    { name, value: load.perSecond, unit: "/s", ...(limit !== undefined && { limit }) },
    { name: `${name} p50`, value: load.p50, unit: "ms" },
    { name: `${name} p99`, value: load.p99, unit: "ms" },
    ...(load.refused > 0 ? [{ name: `${name} refused`, value: load.refused, unit: "calls" }] : []),
  ];
}

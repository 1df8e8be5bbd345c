import { fork } from "node:child_process";
import { join } from "node:path";
import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { rawHashRate, refreshes } from "./accounts.ts";
import type { Figure, Section } from "./figure.ts";
import { median } from "./load.ts";
import { type BenchServer, startBenchServer } from "./server-process.ts";
import { jsonWire, type Wire } from "./wire.ts";

const ROUNDS = 5;
const ROUND_MS = 2_500;
const TIMES_CAPACITY = 10;
const REFRESHERS = 4;
const PASSWORD = "correct horse battery";

/** Ten times as many logins as the machine can hash, while others only want to refresh. */
export const storm: Section = {
  about: `refreshes beside a storm of ${TIMES_CAPACITY} times as many sign-ins as can be hashed; medians of ${ROUNDS} rounds`,
  async run() {
    const capacity = await rawHashRate();
    const server = await startBenchServer();
    const wire = jsonWire(server.url);
    try {
      return await measure(server, wire, capacity);
    } finally {
      wire.close();
      await server.stop();
    }
  },
};

type Round = {
  idle50: number;
  idle99: number;
  storm50: number;
  storm99: number;
  signedIn: number;
  refused: number;
};

async function measure(server: BenchServer, wire: Wire, capacity: number): Promise<Figure[]> {
  const key = { "x-svc-key": server.publishableKey };
  const emails = Array.from({ length: REFRESHERS }, (_, n) => `calm${n}@example.com`);
  const tokens: string[] = [];
  for (const email of emails) {
    const answer = await wire.call(AuthService.method.signUp, { email, password: PASSWORD }, key);
    tokens.push(answer?.tokens?.refreshToken ?? "");
  }
  await refreshes(wire, key, tokens, 1000); // warm
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const idle = await refreshes(wire, key, tokens, ROUND_MS);
    const attack = unleash({
      url: server.url,
      key: server.publishableKey,
      emails,
      password: PASSWORD,
      perSecond: capacity * TIMES_CAPACITY,
      ms: ROUND_MS + 1000,
    });
    await new Promise((resolve) => setTimeout(resolve, 700));
    const during = await refreshes(wire, key, tokens, ROUND_MS);
    const { signedIn, refused } = await attack;
    rounds.push({
      idle50: idle.p50,
      idle99: idle.p99,
      storm50: during.p50,
      storm99: during.p99,
      signedIn,
      refused,
    });
  }
  const of = (name: keyof Round): number => median(rounds.map((round) => round[name]));
  const seconds = (ROUND_MS + 1000) / 1000;
  return [
    { name: "sign-ins asked for", value: capacity * TIMES_CAPACITY, unit: "/s", limit: capacity },
    { name: "sign-ins served meanwhile", value: of("signedIn") / seconds, unit: "/s" },
    { name: "sign-ins refused meanwhile", value: of("refused") / seconds, unit: "/s" },
    { name: "refresh p50, idle", value: of("idle50"), unit: "ms" },
    { name: "refresh p50, in the storm", value: of("storm50"), unit: "ms", limit: of("idle50") },
    { name: "refresh p99, idle", value: of("idle99"), unit: "ms" },
    { name: "refresh p99, in the storm", value: of("storm99"), unit: "ms", limit: of("idle99") },
  ];
}

function unleash(order: object): Promise<{ signedIn: number; refused: number }> {
  const child = fork(join(import.meta.dirname, "storm-callers.ts"));
  child.send(order);
  return new Promise((resolve, reject) => {
    child.once("message", (counts) => resolve(counts as { signedIn: number; refused: number }));
    child.once("error", reject);
  });
}

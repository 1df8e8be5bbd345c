import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { refreshes } from "./accounts.ts";
import type { Figure, Section } from "./figure.ts";
import { closedLoop, median } from "./load.ts";
import { type BenchServer, startBenchServer } from "./server-process.ts";
import { grpcWire, jsonWire, type Wire } from "./wire.ts";

const ROUNDS = 5;
const ROUND_MS = 2_500;
/** Ten times what the hash queue works off while one caller waits. */
const ATTACKERS = 200;
const REFRESHERS = 4;
const PASSWORD = "correct horse battery";
const { signUp, signIn } = AuthService.method;

/** Many more logins than the machine can hash, while others only want to refresh. */
export const storm: Section = {
  about: `refreshes beside a storm of ${ATTACKERS} callers who sign in; medians of ${ROUNDS} rounds`,
  async run() {
    const server = await startBenchServer();
    const calm = jsonWire(server.url);
    const wild = grpcWire(server.url, 8);
    try {
      return await measure(server, calm, wild);
    } finally {
      calm.close();
      wild.close();
      await server.stop();
    }
  },
};

async function measure(server: BenchServer, calm: Wire, wild: Wire): Promise<Figure[]> {
  const key = { "x-svc-key": server.publishableKey };
  const tokens = await Promise.all(
    Array.from({ length: REFRESHERS }, async (_, n) => {
      const answer = await calm.call(signUp, { email: `calm${n}@example.com`, password: PASSWORD }, key);
      return answer?.tokens?.refreshToken ?? "";
    }),
  );
  const rounds = {
    idle50: [] as number[],
    idle99: [] as number[],
    storm50: [] as number[],
    storm99: [] as number[],
    signedIn: [] as number[],
    refused: [] as number[],
  };
  await refreshes(calm, key, tokens, 1000); // warm
  for (let round = 0; round < ROUNDS; round++) {
    const idle = await refreshes(calm, key, tokens, ROUND_MS);
    const attack = closedLoop(ATTACKERS, ROUND_MS + 500, async (n) => {
      const answer = await wild.call(
        signIn,
        { email: `calm${n % REFRESHERS}@example.com`, password: PASSWORD },
        key,
      );
      // A refused caller of an app waits a little before it tries again.
      if (!answer) await new Promise((resolve) => setTimeout(resolve, 100));
      return !!answer;
    });
    await new Promise((resolve) => setTimeout(resolve, 250));
    const during = await refreshes(calm, key, tokens, ROUND_MS);
    const { perSecond, refused } = await attack;
    rounds.idle50.push(idle.p50);
    rounds.idle99.push(idle.p99);
    rounds.storm50.push(during.p50);
    rounds.storm99.push(during.p99);
    rounds.signedIn.push(perSecond);
    rounds.refused.push(refused);
  }
  return [
    { name: "refresh p50, idle", value: median(rounds.idle50), unit: "ms" },
    {
      name: "refresh p50, in the storm",
      value: median(rounds.storm50),
      unit: "ms",
      limit: median(rounds.idle50),
    },
    { name: "refresh p99, idle", value: median(rounds.idle99), unit: "ms" },
    {
      name: "refresh p99, in the storm",
      value: median(rounds.storm99),
      unit: "ms",
      limit: median(rounds.idle99),
    },
    { name: "sign-ins meanwhile", value: median(rounds.signedIn), unit: "/s" },
    { name: "sign-ins refused", value: median(rounds.refused), unit: "calls" },
  ];
}

import { type ChildProcess, fork } from "node:child_process";
import { request } from "node:http";
import { join } from "node:path";
import { PASSWORD, signUpPeople } from "./calls/people.ts";
import type { CrowdCounts, CrowdOrder } from "./crowd-callers.ts";
import type { Bar, Figure, Options } from "./figure.ts";
import { median, quantile } from "./quantile.ts";
import { ADMIN, type BenchServer, endWithUs, startBenchServer } from "./server-process.ts";

const ROUNDS = 5;
const ACCOUNTS = 15;
const CONNECTIONS_EACH = 10;
const CALLS = 60;
const CROWD = "127.0.0.2";
const HONEST = "127.0.0.1";
/** Distinguishes the two groups when all calls come from one trusted proxy. */
const FORWARDED = { [CROWD]: "198.51.100.7", [HONEST]: "203.0.113.9" } as const;

type Way = "directly" | "through a trusted proxy";
type Caller = keyof typeof FORWARDED;
type Kind = "SignIn" | "Login";
type Round = Readonly<Record<Kind, { idle: number; during: number; refused: number }>>;
type Run = { server: BenchServer; way: Way; emails: readonly string[] };

/** Honest callers of one address while 15 accounts sign in over 150 connections from another. No limit but the queue of hashes. */
export async function besideACrowd(options: Options): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const way of ["directly", "through a trusted proxy"] as const) {
    const trustedProxies = way === "directly" ? [] : [HONEST];
    const server = await startBenchServer({ workers: options.workers, trustedProxies });
    try {
      const { emails } = await signUpPeople(server, ACCOUNTS + 1);
      figures.push(...(await rounds({ server, way, emails }, options)));
    } finally {
      await server.stop();
    }
  }
  return figures;
}

async function rounds(run: Run, options: Options): Promise<Figure[]> {
  const all: Round[] = [];
  for (let n = 1; n <= (options.isQuick ? 1 : ROUNDS); n++) {
    options.say(`crowd, ${run.way}: round ${n}`);
    all.push(await oneRound(run, options.isQuick ? 10 : CALLS));
  }
  const none: Bar[] = [{ of: "value", atMost: 0 }];
  const fiveTimes: Bar[] = [{ of: "ratio", atMost: 5 }];
  return (["SignIn", "Login"] as const).flatMap((kind) => {
    const of = (what: "idle" | "during" | "refused") => median(all.map((round) => round[kind][what]));
    const name = `${kind} of others ${run.way}`;
    const refused = Math.max(...all.map((round) => round[kind].refused));
    return [
      {
        name: `${name}, p95`,
        value: of("during"),
        unit: "ms",
        limit: of("idle"),
        limitIs: "idle",
        bars: fiveTimes,
      },
      { name: `${name}, refused`, value: refused, unit: "", bars: none },
    ];
  });
}

async function oneRound(run: Run, count: number): Promise<Round> {
  const idle = { SignIn: await honest(run, "SignIn", count), Login: await honest(run, "Login", count) };
  const crowd = startCrowd(run);
  await new Promise((resolve) => setTimeout(resolve, 1_000)); // until every connection is open
  const during = { SignIn: await honest(run, "SignIn", count), Login: await honest(run, "Login", count) };
  await endCrowd(crowd);
  const of = (kind: Kind) => ({
    idle: idle[kind].p95,
    during: during[kind].p95,
    refused: idle[kind].refused + during[kind].refused,
  });
  return { SignIn: of("SignIn"), Login: of("Login") };
}

/** One call after the other, as one person would. */
async function honest(run: Run, kind: Kind, count: number): Promise<{ p95: number; refused: number }> {
  const times: number[] = [];
  let refused = 0;
  for (let n = 0; n < count; n++) {
    const beganAt = performance.now();
    if ((await call(run, kind)) !== 200) refused += 1;
    times.push(performance.now() - beganAt);
  }
  return {
    p95: quantile(
      times.toSorted((a, b) => a - b),
      0.95,
    ),
    refused,
  };
}

function call({ server, way, emails }: Run, kind: Kind): Promise<number> {
  const isLogin = kind === "Login";
  const path = isLogin ? "/svc.admin.v1.SessionService/Login" : "/svc.auth.v1.AuthService/SignIn";
  const body = isLogin ? ADMIN : { email: emails[ACCOUNTS], password: PASSWORD };
  return new Promise((resolve, reject) => {
    const sent = request({
      ...{ host: "127.0.0.1", port: server.port, localAddress: HONEST, path, method: "POST" },
      headers: headersOf(server, way, HONEST),
    });
    sent.on("response", (answer) => answer.resume().on("end", () => resolve(answer.statusCode ?? 0)));
    sent.on("error", reject);
    sent.end(JSON.stringify(body));
  });
}

function headersOf(server: BenchServer, way: Way, caller: Caller): Record<string, string> {
  const forwarded = way === "directly" ? {} : { "x-forwarded-for": FORWARDED[caller] };
  return { "x-svc-key": server.publishableKey, "content-type": "application/json", ...forwarded };
}

function startCrowd({ server, way, emails }: Run): ChildProcess {
  const child = fork(join(import.meta.dirname, "crowd-callers.ts"));
  endWithUs(child);
  const order: CrowdOrder = {
    port: server.port,
    headers: headersOf(server, way, CROWD),
    localAddress: way === "directly" ? CROWD : HONEST,
    bodies: emails.slice(0, ACCOUNTS).map((email) => JSON.stringify({ email, password: PASSWORD })),
    connectionsEach: CONNECTIONS_EACH,
  };
  child.send(order);
  return child;
}

function endCrowd(child: ChildProcess): Promise<CrowdCounts> {
  return new Promise((resolve, reject) => {
    child.once("message", (counts) => resolve(counts as CrowdCounts));
    child.once("exit", () => reject(new Error("the crowd ended")));
    child.send("end");
  });
}

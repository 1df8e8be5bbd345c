import { quantile } from "../quantile.ts";
import { openHttp1, prepareHttp1 } from "./http1-sender.ts";
import { openHttp2, prepareHttp2 } from "./http2-sender.ts";
import type { Call, Order, Outcome, Prepared, Report, Sender } from "./order.ts";
import { tokenChains } from "./token-chain.ts";

// A process of its own that does nothing but send and count, so that its work is not the server's. It
// writes prepared bytes to bare sockets: the raw echo in the same table shows how far it can go.
process.on("message", (order: Order) => {
  run(order).catch((error: Error) => say({ kind: "failed", why: error.message }));
});

function say(report: Report): void {
  process.send?.(report);
}

async function run(order: Order): Promise<void> {
  const { host, port, wire, clients, calls, use, collect = 0, attemptIds = false } = order;
  const authority = `${host}:${port}`;
  const prepare = (call: Call): Prepared =>
    wire === "JSON" ? prepareHttp1(call, authority) : prepareHttp2(call, authority);
  const prepared = calls.map(prepare);
  const chain = tokenChains[wire];
  const counter = createCounter();
  const refreshTokens: string[] = [];
  const accessTokens: string[] = [];
  const sentAt = new Float64Array(clients);
  const { promise: over, resolve: end, reject: fail } = Promise.withResolvers<void>();
  let isOver = false;
  let taken = 0;
  let underWay = 0;

  const placeOf = (client: number): number => {
    if (use === "once") return taken++;
    return (use === "turns" ? taken++ : client) % prepared.length;
  };
  const sendNext = (client: number): void => {
    const call = prepared[placeOf(client)];
    if (isOver || call === undefined) {
      underWay -= 1;
      if (underWay === 0) end();
      return;
    }
    sentAt[client] = performance.now();
    sender.send(client, call);
  };
  const sender: Sender = await (wire === "JSON" ? openHttp1 : openHttp2)(
    { host, port, clients },
    (client, isOk, body) => {
      counter.count(performance.now() - (sentAt[client] ?? 0), isOk);
      if (use === "chain" && isOk) {
        const { accessToken, refreshToken } = chain.read(body);
        if (accessTokens.length < collect) accessTokens.push(accessToken);
        refreshTokens[client] = refreshToken;
        const next = chain.next(calls[client] as Call, refreshToken, attemptIds);
        prepared[client] = prepare(next);
      }
      sendNext(client);
    },
    (why) => isOver || fail(new Error(why)),
  );
  underWay = clients;
  for (let client = 0; client < clients; client++) sendNext(client);
  await schedule(order, counter, over);
  isOver = true;
  if (underWay > 0) await over;
  sender.close();
  say({ kind: "done", outcome: { ...counter.outcome(), refreshTokens, accessTokens } });
}

/** Warms up, counts, and tells when, so that the server's own figures can be read at the same moments. */
async function schedule({ warmUpMs, ms }: Order, counter: Counter, over: Promise<void>): Promise<void> {
  const pause = async (length: number): Promise<void> => {
    const { promise: passed, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, length);
    await Promise.race([over, passed]);
    clearTimeout(timer);
  };
  if (warmUpMs > 0) await pause(warmUpMs);
  counter.begin();
  say({ kind: "counting" });
  await pause(ms);
  counter.stop();
  say({ kind: "counted" });
}

type Counter = ReturnType<typeof createCounter>;

function createCounter() {
  let times: number[] = [];
  let refused = 0;
  let all = 0;
  let isCounting = false;
  let [beganAt, stoppedAt] = [0, 0];
  let cpu = process.cpuUsage();
  return {
    begin(): void {
      isCounting = true;
      [times, refused, beganAt, cpu] = [[], 0, performance.now(), process.cpuUsage()];
    },
    count(ms: number, isOk: boolean): void {
      all += 1;
      if (!isCounting) return;
      if (isOk) times.push(ms);
      else refused += 1;
    },
    stop(): void {
      isCounting = false;
      stoppedAt = performance.now();
      cpu = process.cpuUsage(cpu);
    },
    outcome(): Omit<Outcome, "refreshTokens" | "accessTokens"> {
      times.sort((a, b) => a - b);
      return {
        answered: times.length,
        refused,
        all,
        ms: stoppedAt - beganAt,
        p50: quantile(times, 0.5),
        p95: quantile(times, 0.95),
        p99: quantile(times, 0.99),
        cpuMs: (cpu.user + cpu.system) / 1000,
      };
    },
  };
}

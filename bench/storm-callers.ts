import { openHttp2, prepareHttp2 } from "./generator/http2-sender.ts";
import type { Call } from "./generator/order.ts";

// A process of its own: sends calls at a fixed rate, whether or not they are answered. Each of a real storm's callers has
// a machine of its own and knows nothing of the others, so these come one by one and cost as little as they can.
export type StormOrder = { host: string; port: number; calls: Call[]; perSecond: number; ms: number };
export type StormCounts = { answered: number; refused: number };

const CLIENTS = 8;
const TICK_MS = 1;

process.once("message", async (message) => {
  const { host, port, calls, perSecond, ms } = message as StormOrder;
  const prepared = calls.map((call) => prepareHttp2(call, `${host}:${port}`));
  const counts: StormCounts = { answered: 0, refused: 0 };
  const { promise: over, resolve: end, reject: fail } = Promise.withResolvers<void>();
  const sender = await openHttp2(
    { host, port, clients: CLIENTS },
    (_, isOk) => {
      counts[isOk ? "answered" : "refused"] += 1;
      if (sent === total && counts.answered + counts.refused === sent) end();
    },
    (why) => fail(new Error(why)),
  );
  const total = Math.round((perSecond * ms) / 1000);
  const beganAt = performance.now();
  let sent = 0;
  while (sent < total) {
    const due = Math.min(total, ((performance.now() - beganAt) * perSecond) / 1000);
    for (; sent < due; sent++) {
      const call = prepared[sent % prepared.length];
      if (call) sender.send(sent % CLIENTS, call);
    }
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  await over;
  sender.close();
  process.send?.(counts);
  process.disconnect?.();
});

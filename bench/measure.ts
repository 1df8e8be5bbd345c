import type { LoadDetail } from "./figure.ts";
import type { Generator } from "./generator/generator.ts";
import type { Order, Outcome } from "./generator/order.ts";
import { usageOf } from "./process-usage.ts";
import type { LoopDelay } from "./server-process.ts";

/** A server under load, ours or another's. */
export type Target = {
  host: string;
  port: number;
  pid: number;
  /** Its event-loop delay since the last time it was asked. */
  loopDelay?: () => Promise<LoopDelay>;
};

export type Measured = { perSecond: number; detail: LoadDetail; outcome: Outcome };

export async function measure(
  generator: Generator,
  { host, port, pid, loopDelay }: Target,
  order: Omit<Order, "host" | "port">,
): Promise<Measured> {
  let before = usageOf(pid);
  let after = before;
  const outcome = await generator.run({ ...order, host, port }, (moment) => {
    if (moment === "counted") after = usageOf(pid);
    else {
      before = usageOf(pid);
      void loopDelay?.();
    }
  });
  const delay = await loopDelay?.();
  const { answered, refused, ms, p50, p95, p99 } = outcome;
  const detail: LoadDetail = {
    wire: order.wire,
    clients: order.clients,
    ...{ p50, p95, p99, refused },
    ...(before && after && answered > 0 && { cpuUs: ((after.cpuMs - before.cpuMs) * 1000) / answered }),
    ...(delay && { loopDelayMs: delay.p99 }),
    ...(after && { memoryMb: after.memoryMb }),
    generatorCpu: outcome.cpuMs / ms,
  };
  // Not 0: nothing can be said about what was not answered once.
  return { perSecond: answered > 0 ? answered / (ms / 1000) : Number.NaN, detail, outcome };
}

/** Of several rounds the one with the most answers: noise only ever takes away. */
export function best(rounds: readonly Measured[]): Measured {
  const [first, ...others] = rounds;
  if (first === undefined) throw new Error("nothing was measured");
  const isBetter = (next: Measured, than: Measured): boolean =>
    next.perSecond > than.perSecond || Number.isNaN(than.perSecond);
  return others.reduce((best, next) => (isBetter(next, best) ? next : best), first);
}

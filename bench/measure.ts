import type { Figure, LoadDetail } from "./figure.ts";
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

/** One round as a figure. */
export function figureOf(
  name: string,
  { perSecond, detail }: Pick<Measured, "perSecond" | "detail">,
): Figure {
  return { name, value: perSecond, unit: "/s", load: detail };
}

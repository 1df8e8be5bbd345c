import { fork } from "node:child_process";
import { join } from "node:path";
import type { Order, Outcome, Report } from "./order.ts";

export type Generator = {
  /** `at` is called when counting begins and when it ends. */
  run: (order: Order, at?: (moment: "counting" | "counted") => void) => Promise<Outcome>;
  stop: () => void;
};

export function startGenerator(): Generator {
  const child = fork(join(import.meta.dirname, "main.ts"));
  return {
    run: (order, at) =>
      new Promise((resolve, reject) => {
        const ended = (): void => reject(new Error("the load generator ended"));
        const done = (): void => {
          child.off("message", listen);
          child.off("exit", ended);
        };
        const listen = (message: unknown): void => {
          const report = message as Report;
          if (report.kind === "counting" || report.kind === "counted") {
            at?.(report.kind);
            return;
          }
          done();
          if (report.kind === "done") resolve(report.outcome);
          else reject(new Error(`${order.calls[0]?.path} over ${order.wire}: ${report.why}`));
        };
        child.on("message", listen);
        child.once("exit", ended);
        child.send(order);
      }),
    stop: () => child.disconnect(),
  };
}

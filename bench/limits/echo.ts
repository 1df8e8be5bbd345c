import { fork } from "node:child_process";
import { join } from "node:path";
import type { WireName } from "../generator/order.ts";
import type { Target } from "../measure.ts";
import { withLoopDelay } from "../server-process.ts";

export type Echo = { targets: Readonly<Record<WireName, Target>>; stop: () => void };

export async function startEcho(): Promise<Echo> {
  const child = fork(join(import.meta.dirname, "echo-server.ts"), { execArgv: withLoopDelay });
  const [http1, http2] = await new Promise<[number, number]>((resolve, reject) => {
    child.once("message", (ports) => resolve(ports as [number, number]));
    child.once("exit", () => reject(new Error("the echo server ended")));
  });
  const target = (port: number): Target => ({ host: "127.0.0.1", port, pid: child.pid ?? 0 });
  return { targets: { JSON: target(http1), gRPC: target(http2) }, stop: () => child.disconnect() };
}

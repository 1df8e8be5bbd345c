import { fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pinTo } from "../pin-to.ts";
import { endWithUs } from "../server-process.ts";
import type { OpenOrder, OpenReport, PhaseOutcome } from "./order.ts";

const SAMPLE_MS = 200;
const PAGES_PER_MB = 256;

/** The most resident memory of the server in the phase, in MB. */
export type WatchedPhase = PhaseOutcome & { memoryMb: number };

/** Runs the callers in a process of their own, on this core, and watches the memory of the server. */
export function watchedRun(order: OpenOrder, serverPid: number, core: number): Promise<WatchedPhase[]> {
  const child = fork(join(import.meta.dirname, "callers.ts"));
  endWithUs(child);
  pinTo(core, child.pid ?? 0);
  const most: number[] = [];
  let phase = 0;
  const timer = setInterval(() => {
    most[phase] = Math.max(most[phase] ?? 0, memoryMb(serverPid));
  }, SAMPLE_MS);
  return new Promise<WatchedPhase[]>((resolve, reject) => {
    child.once("exit", () => reject(new Error("the callers ended")));
    child.on("message", (report: OpenReport) => {
      if ("phase" in report) phase = report.phase;
      else if ("why" in report) reject(new Error(report.why));
      else resolve(report.outcomes.map((outcome, n) => ({ ...outcome, memoryMb: most[n] ?? Number.NaN })));
    });
    child.send(order);
  }).finally(() => {
    clearInterval(timer);
    child.kill();
  });
}

function memoryMb(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) / PAGES_PER_MB;
}

import { setTimeout as pause } from "node:timers/promises";
import { usageOf } from "./process-usage.ts";

const LOOK_EVERY_MS = 500;
/** Its jobs look whether there is something to do. */
const IDLE_CPU_MS = 30;
const MOST_LOOKS = 240;

/** Waits until a process has nothing left to do. */
export async function untilIdle(pid: number): Promise<void> {
  let before = usageOf(pid)?.cpuMs ?? 0;
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    await pause(LOOK_EVERY_MS);
    const now = usageOf(pid)?.cpuMs ?? 0;
    if (now - before <= IDLE_CPU_MS) return;
    before = now;
  }
  throw new Error("a server that nobody calls does not come to rest");
}

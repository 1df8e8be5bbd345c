import { readdirSync, readFileSync } from "node:fs";
import { setPriority } from "node:os";

const LOWER = 19;
const TASKS = "/proc/self/task";

/**
 * Lets the event loop go first when every core is busy. Hashing fills the threads of Node's pool for
 * many milliseconds at a time; during a storm of sign-ins everybody else would wait behind it. Linux
 * gives each thread a priority of its own and Node names the threads; elsewhere nothing happens.
 */
export function lowerPoolPriority(): void {
  try {
    for (const thread of readdirSync(TASKS)) {
      const name = readFileSync(`${TASKS}/${thread}/comm`, "utf8").trim();
      if (name === "libuv-worker") setPriority(Number(thread), LOWER);
    }
  } catch {
    // No such folder, or not allowed: hashing then competes like any other work.
  }
}

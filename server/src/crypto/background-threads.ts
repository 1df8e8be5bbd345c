import { readdirSync, readFileSync } from "node:fs";
import { setPriority } from "node:os";

const LOWEST_PRIORITY = 19;
const TASKS = "/proc/self/task";

/**
 * Gives the event loop priority over hashing when every core is busy. Hashing occupies the threads of Node's
 * pool for many milliseconds at a time, so that in a burst of sign-ins all other calls would wait. Works on Linux
 * only, where each thread has a priority of its own and Node names its threads.
 */
export function lowerPoolPriority(): void {
  try {
    for (const thread of readdirSync(TASKS)) {
      const name = readFileSync(`${TASKS}/${thread}/comm`, "utf8").trim();
      if (name === "libuv-worker") setPriority(Number(thread), LOWEST_PRIORITY);
    }
  } catch {
    // No such folder, or no permission: hashing then has normal priority.
  }
}

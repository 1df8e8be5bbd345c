import { existsSync, readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { expect, test } from "vitest";
import { createHashQueue } from "./hash-queue.ts";
import { createPasswordHasher } from "./passwords.ts";

test.runIf(existsSync("/proc/self/task"))("hashing runs below the priority of the event loop", async () => {
  const passwords = createPasswordHasher({ queue: createHashQueue({ running: 2 }) });
  await passwords.hash("the first one starts the threads");
  await passwords.hash("from here on they give way");

  const priorities = readdirSync("/proc/self/task").map((thread) => ({
    name: readFileSync(`/proc/self/task/${thread}/comm`, "utf8").trim(),
    priority: getPriority(Number(thread)),
  }));
  const workers = priorities.filter(({ name }) => name === "libuv-worker");
  expect(workers.length).toBeGreaterThan(0);
  expect(workers.every(({ priority }) => priority === 19)).toBe(true);
  expect(priorities.find(({ name }) => name === "node-MainThread")?.priority ?? 0).toBe(0);
});

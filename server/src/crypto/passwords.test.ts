import { hash as argon2Hash, parseOptions } from "@node-rs/argon2";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { anyText } from "../testing/any-text.ts";
import { times } from "../testing/full.ts";
import { createHashQueue } from "./hash-queue.ts";
import { createPasswordHasher } from "./passwords.ts";
import { QueueFullError } from "./work-queue.ts";

const hasher = createPasswordHasher({ queue: createHashQueue({ running: 2, waiting: 1000 }) });
const known = await hasher.hash("correct horse");

/** For what is true at any cost. */
const QUICK = { memoryCost: 64, timeCost: 1 };
const quick = createPasswordHasher({ queue: createHashQueue({ running: 2, waiting: 1000 }), cost: QUICK });

test("a hash is an argon2id PHC string with the chosen parameters and its own salt", async () => {
  expect(known).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(parseOptions(known)).toMatchObject({
    memoryCost: 19_456,
    timeCost: 2,
    parallelism: 1,
    outputLen: 32,
    saltLen: 16,
  });
  expect(await hasher.hash("correct horse")).not.toBe(known);
});

test("only the same password matches", async () => {
  expect(await hasher.verify(known, "correct horse")).toBe(true);
  for (const wrong of [
    "",
    "Correct horse",
    "correct horse ",
    " correct horse",
    "correct  horse",
    "correct horse\0",
  ]) {
    expect(await hasher.verify(known, wrong)).toBe(false);
  }
});

test("any text is a password, and nothing of it is cut off", async () => {
  const texts = anyText(200);
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const hash = await quick.hash(text);
      expect(await quick.verify(hash, text)).toBe(true);
      expect(await quick.verify(hash, `${text}x`)).toBe(false);
    }),
    { numRuns: 20 },
  );
});

test("composed and decomposed letters are the same password; look-alikes are not", async () => {
  const composed = "caf\u00e9 \u1e69";
  const decomposed = "cafe\u0301 s\u0323\u0307";
  expect(await hasher.verify(await hasher.hash(composed), decomposed)).toBe(true);
  expect(await hasher.verify(await hasher.hash(decomposed), composed)).toBe(true);
  expect(await hasher.verify(await hasher.hash("\ufb01sh"), "fish")).toBe(false); // equal only under NFKC
});

test("no hash matches no password", async () => {
  for (const password of ["", "A", "correct horse"]) expect(await hasher.verify(null, password)).toBe(false);
});

test("no hash and a broken hash cost as much as a real one", async () => {
  const fastestMs = { real: 1e9, none: 1e9, broken: 1e9 };
  const hashes = { real: known, none: null, broken: "broken" };
  // In turns, because the machine is shared.
  for (let round = 0; round < times(5, 9); round++) {
    for (const kind of ["real", "none", "broken"] as const) {
      const before = performance.now();
      await hasher.verify(hashes[kind], "wrong");
      fastestMs[kind] = Math.min(fastestMs[kind], performance.now() - before);
    }
  }
  // Skipping the work would be a thousand times faster.
  expect(fastestMs.none).toBeGreaterThan(fastestMs.real / 5);
  expect(fastestMs.broken).toBeGreaterThan(fastestMs.real / 5);
});

const salt = "c2FsdHNhbHRzYWx0c2FsdA";
const tag = "A".repeat(43);

test.each([
  "",
  "$",
  "plain text",
  "$argon2id$",
  "$argon2id$v=19$m=19456,t=2,p=1$",
  `$argon2id$v=19$m=19456,t=2,p=1$${salt}$`,
  `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${tag}\n`,
  `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${tag}$${tag}`,
  `$argon2id$v=19$m=0,t=0,p=0$${salt}$${tag}`,
  `$argon2id$v=19$m=8,t=1,p=64$${salt}$${tag}`,
  `$argon2id$v=19$m=999999,t=2,p=1$${salt}$${tag}`,
  `$argon2id$v=19$m=4294967295,t=2,p=1$${salt}$${tag}`,
  `$argon2id$v=19$m=19456,t=99,p=1$${salt}$${tag}`,
  `$argon2x$v=19$m=19456,t=2,p=1$${salt}$${tag}`,
  "$2b$10$abcdefghijklmnopqrstuuAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
])("the stored hash %j matches nothing and does not throw", async (stored) => {
  expect(await hasher.verify(stored, "correct horse")).toBe(false);
  expect(hasher.needsRehash(stored)).toBe(true);
});

test("any damage to a stored hash makes it match nothing", async () => {
  const known = await quick.hash("correct horse");
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: known.length - 1 }), fc.string({ maxLength: 3 }), async (at, patch) => {
      const damaged = known.slice(0, at) + patch + known.slice(at + 1);
      expect(await quick.verify(damaged, "correct horse")).toBe(damaged === known);
    }),
    { numRuns: 60 },
  );
});

test("hashes made with other parameters are verified, then due for a new hash", async () => {
  expect(hasher.needsRehash(known)).toBe(false);
  for (const other of [{ memoryCost: 12_288, timeCost: 3 }, { parallelism: 2 }, { outputLen: 24 }]) {
    const stored = await argon2Hash("correct horse", other);
    expect(await hasher.verify(stored, "correct horse")).toBe(true);
    expect(await hasher.verify(stored, "wrong")).toBe(false);
    expect(hasher.needsRehash(stored)).toBe(true);
  }
});

test("a stored hash that asks for too much of the machine is not computed", async () => {
  for (const excess of [
    { memoryCost: 64, timeCost: 11 },
    { memoryCost: 262_145, timeCost: 1 },
  ]) {
    expect(await hasher.verify(await argon2Hash("correct horse", excess), "correct horse")).toBe(false);
  }
});

test("all hashing goes through the queue, and its refusal reaches the caller", async () => {
  const run = vi.fn(() => Promise.reject(new QueueFullError()));
  const full = createPasswordHasher({
    queue: { run, refuseIfFull: () => {}, load: () => ({ running: 0, waiting: 0 }), waitingFrom: () => 0 },
  });
  await expect(full.hash("correct horse")).rejects.toThrow(QueueFullError);
  await expect(full.verify(known, "correct horse")).rejects.toThrow(QueueFullError);
  await expect(full.verify(null, "correct horse")).rejects.toThrow(QueueFullError);
  expect(run).toHaveBeenCalledTimes(3);
});

test.each([
  ["in a storm, finished hashes wait until they are half as many as those before them", 30, 10],
  ["thirty-two of them do not wait any longer", 120, 32],
  ["otherwise, each goes on at once", 10, 1],
])("%s", async (_what, asked, together) => {
  const queue = createHashQueue({ running: 1, waiting: 1000 });
  const { hash, verify } = createPasswordHasher({ queue, cost: QUICK });
  const stored = await hash("correct horse");
  const waiting: number[] = [];
  // However long a hash takes here, the time for which they wait stands still until the first goes on.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const goOn = setInterval(() => waiting.length > 0 && vi.advanceTimersByTime(1_000), 1);
  await Promise.all(
    Array.from({ length: asked }, async () => {
      await verify(stored, "correct horse");
      waiting.push(queue.load().waiting);
    }),
  );
  clearInterval(goOn);
  vi.useRealTimers();
  // So many were done when the first went on; the next of them was running by then.
  expect(asked - 1 - (waiting[0] ?? 0)).toBe(together);
});

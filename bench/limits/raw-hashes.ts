import { availableParallelism } from "node:os";
import { hash } from "@node-rs/argon2";

/** As in server/src/crypto/passwords.ts. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };
const WARM_UP_MS = 300;

// A process of its own, which Node has given as many threads as there are cores. One more hash is in flight, so that the thread that
// is done finds the next one: what a server could do if it had nothing to do but to hash.
const ms = Number(process.argv[2]);
const from = performance.now() + WARM_UP_MS;
let done = 0;
const work = async (): Promise<void> => {
  for (let now = 0; now < from + ms; ) {
    await hash("correct horse battery", ARGON2);
    now = performance.now();
    if (now >= from && now < from + ms) done += 1;
  }
};
await Promise.all(Array.from({ length: availableParallelism() + 1 }, work));
process.send?.((done * 1000) / ms);

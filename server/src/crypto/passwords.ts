import type { Options } from "@node-rs/argon2";
import { lowerPoolPriority } from "./background-threads.ts";
import { isForeignHash, verifyForeignHash } from "./foreign/foreign-hashes.ts";
import { gather } from "./gather.ts";
import { currentHashCaller } from "./hash-caller.ts";
import type { HashQueue } from "./hash-queue.ts";

export type PasswordHasher = {
  /** Throws QueueFullError when the queue is full. */
  refuseIfBusy(): void;
  /** How many hashes are being computed and how many wait. */
  load(): { running: number; waiting: number };
  /** An argon2id PHC string. */
  hash(password: string): Promise<string>;
  /** Null stands for no account, or one without a password: it never matches and takes as long as a real hash. */
  verify(hash: string | null, password: string): Promise<boolean>;
  /** Whether the hash has other parameters than `hash` uses today. */
  needsRehash(hash: string): boolean;
};

export type HashCost = Readonly<{ memoryCost: number; timeCost: number }>;

// OWASP's minimum for argon2id: 19 MiB, two passes, one lane.
const owaspCost: HashCost = { memoryCost: 19_456, timeCost: 2 };

const parameters = {
  algorithm: 2, // argon2id; the package's own name for it is a const enum, which type stripping cannot read
  parallelism: 1,
  outputLen: 32,
} satisfies Options;

const saltAndTag = /^[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/;

// What a stored hash may ask for, so that an imported row cannot exhaust the machine.
const anyArgon2id =
  /^\$argon2id\$v=19\$m=([1-9]\d{0,5}),t=([1-9]\d?),p=[1-9]\d?\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{16,86}$/;
const maxMemoryCost = 262_144;
const maxTimeCost = 10;

/**
 * Hashing evicts the code and data of everything else from the CPU caches, so the transaction and signature after a
 * hash take several times as long. Run in a batch, they find the caches warm. When this many calls wait from one
 * address, finished calls from there wait until a batch of half that size is complete, so that no call waits longer
 * than half as long as a new one.
 */
const STORM_SIZE = 16;
const GATHER_SHARE = 1 / 2;
const MAX_GATHERED = 32;
const GATHER_MS = 150;

/**
 * Hashing takes all of a core for many milliseconds and 19 MiB, so every hash goes through the queue,
 * which should run one job per core. Its QueueFullError is rethrown. Only tests pass another cost.
 */
export function createPasswordHasher({
  queue,
  cost = owaspCost,
}: {
  queue: HashQueue;
  cost?: HashCost;
}): PasswordHasher {
  const header = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${parameters.parallelism}$`;
  const dummyHash = `${header}${"A".repeat(22)}$${"A".repeat(43)}`;
  const together = gather(GATHER_MS);
  const run = async <T>(job: () => Promise<T>): Promise<T> => {
    const caller = currentHashCaller();
    const result = await queue.run(caller, job);
    const waiting = queue.waitingFrom(caller.address);
    if (waiting >= STORM_SIZE) await together(Math.min(waiting * GATHER_SHARE, MAX_GATHERED));
    return result;
  };
  return {
    refuseIfBusy: () => queue.refuseIfFull(currentHashCaller()),

    load: () => queue.load(),

    hash(password) {
      return run(async () => {
        const argon2 = await loadArgon2();
        return argon2.hash(toBytes(password), { ...parameters, ...cost });
      });
    },

    verify(hash, password) {
      const usable = hash !== null && isVerifiable(hash);
      if (hash !== null && !usable && isForeignHash(hash))
        return run(() => verifyForeignHash(hash, password));
      const bytes = toBytes(password); // outside the queue, so that no hashing thread waits for it
      return run(async () => {
        const argon2 = await loadArgon2();
        const matches = await argon2.verify(usable ? hash : dummyHash, bytes).catch(() => false);
        return usable && matches;
      });
    },

    needsRehash(hash) {
      return !(hash.startsWith(header) && saltAndTag.test(hash.slice(header.length)));
    },
  };
}

let loaded: Promise<typeof import("@node-rs/argon2")> | undefined;

/** Loaded by the first password, not by the import: it is a native add-on. */
function loadArgon2(): Promise<typeof import("@node-rs/argon2")> {
  loaded ??= import("@node-rs/argon2").then(async (argon2) => {
    // Any job makes Node start its threads; this one is cheap.
    await argon2.hash("", { memoryCost: 8, timeCost: 1 });
    lowerPoolPriority();
    return argon2;
  });
  return loaded;
}

/** The same password may be typed in composed or decomposed letters, depending on the keyboard. */
function toBytes(password: string): Uint8Array {
  return Buffer.from(password.normalize("NFC"), "utf8");
}

function isVerifiable(hash: string): boolean {
  const found = anyArgon2id.exec(hash);
  return found !== null && Number(found[1]) <= maxMemoryCost && Number(found[2]) <= maxTimeCost;
}

import { type KeyObject, verify } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import { afterEach, expect, test } from "vitest";
import { startShippedThread } from "../runtime/shipped-thread.ts";
import { isFull } from "../testing/full.ts";
import { loadPrivateKey, loadPublicKey, newSigningKeyPair } from "./es256.ts";
import { type StartThread, signAhead } from "./sign-ahead.ts";

const pairs = [newSigningKeyPair(), newSigningKeyPair()].map(({ privateKeyPem, publicJwk }) => ({
  privateKey: loadPrivateKey(privateKeyPem),
  publicKey: loadPublicKey(publicJwk),
}));
const [one] = pairs as [(typeof pairs)[number]];
const threads: Worker[] = [];

const startThread: StartThread = (data) => {
  const thread = startShippedThread("server/src/crypto/signing-thread.ts", data);
  threads.push(thread);
  return thread;
};
const noTrouble = (error: Error) => expect.fail(error.message);

afterEach(async () => {
  await Promise.all(threads.splice(0).map((thread) => thread.terminate()));
});

function isGood(publicKey: KeyObject, text: string, signature: string): boolean {
  const key = { key: publicKey, dsaEncoding: "ieee-p1363" } as const;
  return verify("sha256", Buffer.from(text), key, Buffer.from(signature, "base64url"));
}

test("up to seven texts at a time start no thread", () => {
  const ahead = signAhead(startThread, noTrouble);
  for (let n = 0; n < 20; n++) {
    const begun = Array.from({ length: 7 }, (_, m) => ahead(one.privateKey, `text ${n} ${m}`));
    expect(begun.map((end) => end())).toEqual(Array(7).fill(undefined));
  }
  expect(threads).toHaveLength(0);
});

test("with eight a thread signs, whatever order they are asked for in, each with its own key", async () => {
  const rounds = isFull ? 20_000 : 300;
  const ahead = signAhead(startThread, noTrouble);
  let signed = 0;
  for (let round = 0; signed < 200 || round < rounds; round++) {
    const begun = Array.from({ length: 24 }, (_, n) => {
      const pair = pairs[n % 2] ?? one;
      const text = `round ${round} number ${n}`;
      return { ...pair, text, end: ahead(pair.privateKey, text) };
    });
    if (round % 3 !== 0) await nextTurn(); // sometimes the thread has hardly begun
    const ended = (round % 2 ? begun : begun.reverse()).map((one) => ({ ...one, signature: one.end() }));
    for (const { publicKey, text, signature } of ended) {
      if (signature === undefined) continue;
      signed += 1;
      if (!isGood(publicKey, text, signature)) expect.fail(`${text} has another signature`);
    }
  }
  expect(threads).toHaveLength(1);
});

test("where the system gives no thread, it is told once and everybody signs for themselves", () => {
  const told: string[] = [];
  const ahead = signAhead(
    () => {
      throw new Error("no more threads");
    },
    (error) => told.push(error.message),
  );
  for (let n = 0; n < 100; n++) {
    const begun = Array.from({ length: 20 }, (_, m) => ahead(one.privateKey, `text ${n} ${m}`));
    expect(begun.map((end) => end())).toEqual(Array(20).fill(undefined));
  }
  expect(told).toEqual(["no more threads"]);
});

test("when the thread ends, it is told once and everybody signs for themselves", async () => {
  const told: string[] = [];
  const ahead = signAhead(startThread, (error) => told.push(error.message));
  const layAll = () => Array.from({ length: 8 }, (_, n) => ahead(one.privateKey, `text ${n}`));
  layAll();
  threads[0]?.emit("error", new Error("out of memory"));
  await threads[0]?.terminate();
  expect(told).toEqual(["out of memory"]);
  for (let n = 0; n < 100; n++) {
    const begun = layAll();
    await nextTurn();
    if (n > 32) expect(begun.map((end) => end())).toEqual(Array(8).fill(undefined));
  }
});

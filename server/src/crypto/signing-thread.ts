import type { KeyObject } from "node:crypto";
import { type MessagePort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { signatureEs256 } from "./es256.ts";
import { DeskBehind } from "./signature-queue.ts";

/** A thread of its own that signs what is laid on the desk, for as long as the process lives. */
export type SigningThreadData = { memory: SharedArrayBuffer; keys: MessagePort };
export type NumberedKey = { number: number; key: KeyObject };

const REMEMBERED_KEYS = 1_000;

const data = workerData as SigningThreadData;
const desk = new DeskBehind(data.memory);
const keys = new Map<number, KeyObject>();

for (;;) {
  const job = desk.take();
  if (!job) {
    desk.sleep();
    continue;
  }
  receiveKeys();
  const key = keys.get(job.key);
  desk.finish(job.place, key && signatureEs256(key, job.text));
}

/** A key is sent before the first text that wants it. The oldest are forgotten; their texts are left alone. */
function receiveKeys(): void {
  for (let next = receiveMessageOnPort(data.keys); next; next = receiveMessageOnPort(data.keys)) {
    const { number, key } = next.message as NumberedKey;
    keys.set(number, key);
    const [oldest] = keys.keys();
    if (keys.size > REMEMBERED_KEYS && oldest !== undefined) keys.delete(oldest);
  }
}

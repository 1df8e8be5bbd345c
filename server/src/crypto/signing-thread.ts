import type { KeyObject } from "node:crypto";
import { type MessagePort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { signatureEs256 } from "./es256.ts";
import { SignatureWorker } from "./signature-queue.ts";

/** A worker thread that signs the queued texts for as long as the process lives. */
export type SigningThreadData = { memory: SharedArrayBuffer; keys: MessagePort };
export type NumberedKey = { number: number; key: KeyObject };

const REMEMBERED_KEYS = 1_000;

const data = workerData as SigningThreadData;
const worker = new SignatureWorker(data.memory);
const keys = new Map<number, KeyObject>();

for (;;) {
  const job = worker.nextJob();
  if (!job) {
    worker.waitForJob();
    continue;
  }
  receiveKeys();
  const key = keys.get(job.key);
  worker.finish(job.slot, key && signatureEs256(key, job.text));
}

/** A key arrives before the first text that needs it. The oldest keys are dropped; texts for them are not signed here. */
function receiveKeys(): void {
  for (let next = receiveMessageOnPort(data.keys); next; next = receiveMessageOnPort(data.keys)) {
    const { number, key } = next.message as NumberedKey;
    keys.set(number, key);
    const [oldest] = keys.keys();
    if (keys.size > REMEMBERED_KEYS && oldest !== undefined) keys.delete(oldest);
  }
}

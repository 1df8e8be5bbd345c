import type { KeyObject } from "node:crypto";
import { MessageChannel, type Worker } from "node:worker_threads";
import type { SignAhead } from "./es256.ts";
import { SignatureQueue } from "./signature-queue.ts";
import type { NumberedKey, SigningThreadData } from "./signing-thread.ts";

export type StartThread = (data: SigningThreadData) => Worker;

/** Waking a thread for one signature costs about as much as the signature. */
const WORTH_WAKING = 8;

/**
 * Signs a token on another core while its transaction is still running. The thread starts when the queue reaches
 * `WORTH_WAKING` for the first time. A text that the thread has not signed in time is signed by its caller.
 */
export function signAhead(startThread: StartThread, onTrouble: (error: Error) => void): SignAhead {
  const queue = new SignatureQueue();
  const numbers = new WeakMap<KeyObject, number>();
  const { port1: keys, port2: workerPort } = new MessageChannel();
  let isStarted = false;
  let lastNumber = 0;
  let queued = 0;

  const numberOf = (key: KeyObject): number => {
    let number = numbers.get(key);
    if (number === undefined) {
      number = ++lastNumber;
      numbers.set(key, number);
      keys.postMessage({ number, key } satisfies NumberedKey);
    }
    return number;
  };
  const startOrWakeThread = (): void => {
    queued = 0;
    if (isStarted) {
      queue.wake();
      return;
    }
    isStarted = true;
    try {
      const thread = startThread({ memory: queue.memory, keys: workerPort });
      thread.on("error", onTrouble);
      thread.unref();
    } catch (error) {
      onTrouble(error as Error); // without a thread, callers sign for themselves
    }
  };
  return (key, text) => {
    const ticket = queue.enqueue(numberOf(key), text);
    if (ticket === undefined) return () => undefined;
    queued += 1;
    if (queued >= WORTH_WAKING) startOrWakeThread();
    return () => {
      const { signature, wasUntouched } = queue.take(ticket);
      if (wasUntouched && queued > 0) queued -= 1;
      return signature;
    };
  };
}

import type { KeyObject } from "node:crypto";
import { MessageChannel, type Worker } from "node:worker_threads";
import type { SignAhead } from "./es256.ts";
import { DeskInFront } from "./signature-queue.ts";
import type { NumberedKey, SigningThreadData } from "./signing-thread.ts";

export type StartThread = (data: SigningThreadData) => Worker;

/** Waking a thread for one signature costs about as much as the signature. */
const WORTH_WAKING = 8;

/**
 * Signs on another core while the transaction goes on that the token belongs to. The thread is started when so much lies there for
 * the first time, and without it, or before it has come to it, everything is signed by whoever needs it.
 */
export function signAhead(startThread: StartThread, onTrouble: (error: Error) => void): SignAhead {
  const desk = new DeskInFront();
  const numbers = new WeakMap<KeyObject, number>();
  const { port1: keys, port2: theirs } = new MessageChannel();
  let isStarted = false;
  let known = 0;
  let lying = 0;

  const numberOf = (key: KeyObject): number => {
    let number = numbers.get(key);
    if (number === undefined) {
      number = ++known;
      numbers.set(key, number);
      keys.postMessage({ number, key } satisfies NumberedKey);
    }
    return number;
  };
  const callThread = (): void => {
    lying = 0;
    if (isStarted) {
      desk.wake();
      return;
    }
    isStarted = true;
    try {
      const thread = startThread({ memory: desk.memory, keys: theirs });
      thread.on("error", onTrouble);
      thread.unref();
    } catch (error) {
      onTrouble(error as Error); // the system gives no thread: who needs a signature makes it, as before
    }
  };
  return (key, text) => {
    const ticket = desk.lay(numberOf(key), text);
    if (ticket === undefined) return () => undefined;
    lying += 1;
    if (lying >= WORTH_WAKING) callThread();
    return () => {
      const { signature, wasUntouched } = desk.collect(ticket);
      if (wasUntouched && lying > 0) lying -= 1;
      return signature;
    };
  };
}

import { Code, ConnectError } from "@connectrpc/connect";
import { useSyncExternalStore } from "react";
import { failureOf } from "./failure-of.ts";
import { queryClient } from "./query-client.ts";

const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 15_000;

let isLost = false;
let delayMs = FIRST_DELAY_MS;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** True while the server cannot be reached. */
export function useIsConnectionLost(): boolean {
  return useSyncExternalStore(subscribe, () => isLost);
}

/** The server has answered a call. */
export function noticeAnswer(): void {
  if (!isLost) return;
  clearTimeout(timer);
  set(false);
  // What could not be loaded, or changed meanwhile, appears by itself.
  void queryClient.invalidateQueries();
}

/** A call has failed: if nobody of ours answered, the connection is lost, and is tried until it is back. */
export function noticeFailure(error: unknown): void {
  if (ConnectError.from(error).code === Code.Canceled) return; // the page gave it up
  if (failureOf(error).reason === "UNREACHABLE") lose();
  else noticeAnswer();
}

function lose(): void {
  if (isLost) return;
  delayMs = FIRST_DELAY_MS;
  set(true);
  schedule();
}

function schedule(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void tryAgain(), delayMs);
  delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS);
}

async function tryAgain(): Promise<void> {
  try {
    const answer = await fetch("/console/status.json", {
      cache: "no-store",
      signal: AbortSignal.timeout(LONGEST_DELAY_MS),
    });
    if (answer.ok) return noticeAnswer();
  } catch {
    // Still nobody there.
  }
  if (isLost) schedule();
}

function set(next: boolean): void {
  isLost = next;
  for (const listener of listeners) listener();
}

/** Also follows what the device knows about its network. */
function subscribe(listener: () => void): () => void {
  const onOnline = (): void => {
    if (isLost) void tryAgain();
  };
  listeners.add(listener);
  addEventListener("offline", lose);
  addEventListener("online", onOnline);
  return () => {
    listeners.delete(listener);
    removeEventListener("offline", lose);
    removeEventListener("online", onOnline);
  };
}

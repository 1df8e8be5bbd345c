import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "../failure.ts";
import type { Output } from "../output.ts";

const DELAYS_MS = [500, 1_000, 2_000, 4_000, 8_000];
const LONGEST_MS = 60_000;

/** Tries again, later and later, when a server cannot answer now. Only for what may be done twice. */
export async function withRetries<T>(
  output: Pick<Output, "say">,
  attempt: () => Promise<T>,
  signal?: AbortSignal,
  isWorthIt: (failure: Failure) => boolean = isPassing,
): Promise<T> {
  for (const delayMs of DELAYS_MS) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Failure) || !isWorthIt(error) || signal?.aborted) throw error;
      const waitMs = Math.max(delayMs, askedFor(error));
      output.say(`${error.message}; trying again in ${waitMs / 1000} s`);
      await sleep(waitMs, undefined, signal && { signal }).catch(() => {
        throw error;
      });
    }
  }
  return attempt();
}

function isPassing({ code }: Failure): boolean {
  return code === "unavailable" || code === "deadline_exceeded" || code === "resource_exhausted";
}

function askedFor({ metadata }: Failure): number {
  const seconds = Number(metadata.retry_after_seconds ?? 0);
  return Number.isFinite(seconds) ? Math.min(seconds * 1000, LONGEST_MS) : 0;
}

import { AppError } from "../../errors.ts";
import type { ProbeOutcome } from "./identity-provider.ts";

export type ProviderCheckStatus = "ok" | "warning" | "failure" | "unknown";

/** One thing that was looked at. */
export type ProviderCheck = Readonly<{
  /** Stable, for programs. */
  name: string;
  title: string;
  status: ProviderCheckStatus;
  /** What was seen, or why nothing could be. */
  message: string;
  /** What to do about it; empty when there is nothing to do. */
  remedy: string;
}>;

/** The answers that one check can have. */
export type ProviderCheckOf = Readonly<
  Record<ProviderCheckStatus, (message: string, remedy?: string) => ProviderCheck>
>;

const CLOCK_TOLERANCE_MS = 60_000;

export function providerCheck(name: string, title: string): ProviderCheckOf {
  const answer =
    (status: ProviderCheckStatus) =>
    (message: string, remedy = ""): ProviderCheck => ({ name, title, status, message, remedy });
  return {
    ok: answer("ok"),
    warning: answer("warning"),
    failure: answer("failure"),
    unknown: answer("unknown"),
  };
}

/** What the provider said, or why it said nothing: an outage there is no error of ours. */
export async function orUnavailable<T>(asked: Promise<T>): Promise<T | { unavailable: string }> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AppError && error.reason === "PROVIDER_UNAVAILABLE") {
      return { unavailable: error.detail ?? error.message };
    }
    throw error;
  }
}

/** Without the keys no token can be verified, so this failure is one of every sign-in. */
export async function keysCheck(
  check: ProviderCheckOf,
  provider: string,
  countKeys: () => Promise<number>,
): Promise<ProviderCheck> {
  const count = await orUnavailable(countKeys());
  if (typeof count === "number") return check.ok(`loaded ${count === 1 ? "1 key" : `${count} keys`}`);
  const message = `cannot load the keys of ${provider}: ${count.unavailable}`;
  return check.failure(message, `check that this server can reach ${provider}, then try again`);
}

/** The time that a provider told, beside ours. Tokens are valid by the clock. */
export function clockCheck(
  check: ProviderCheckOf,
  provider: string,
  now: number,
  outcomes: readonly (ProbeOutcome | { unavailable: string })[],
): ProviderCheck[] {
  const [theirs] = outcomes.flatMap((outcome) =>
    "serverTime" in outcome && outcome.serverTime !== undefined ? [outcome.serverTime] : [],
  );
  if (theirs === undefined) return [];
  // The header is cut to the second, so the true time is half of one later on average.
  const skewMs = now - (theirs + 500);
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  if (Math.abs(skewMs) <= CLOCK_TOLERANCE_MS) return [check.ok(`${seconds} s apart`)];
  const message = `the server is ${seconds} s ${skewMs > 0 ? "ahead of" : "behind"} ${provider}`;
  return [check.failure(message, "synchronize the server's clock with NTP: token validity depends on it")];
}

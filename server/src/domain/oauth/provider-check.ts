import { AppError } from "../../errors.ts";
import type { ProbeOutcome } from "./identity-provider.ts";

export type ProviderCheckStatus = "ok" | "warning" | "failure" | "unknown";

/** The result of one check. */
export type ProviderCheck = Readonly<{
  /** Stable, for programs. */
  name: string;
  title: string;
  status: ProviderCheckStatus;
  /** What was found, or why the check was not possible. */
  message: string;
  /** What to do about it; empty when there is nothing to do. */
  remedy: string;
}>;

/** Creates the possible results of one check. */
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

/** The provider's answer, or why there is none: an outage of the provider is not an error of this call. */
export async function orUnavailable<T>(answer: Promise<T>): Promise<T | { unavailable: string }> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof AppError && error.reason === "PROVIDER_UNAVAILABLE") {
      return { unavailable: error.detail ?? error.message };
    }
    throw error;
  }
}

/** Without the keys no token can be verified, so every sign-in fails. */
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

/** Compares the provider's time with ours, because tokens have a validity period. */
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
  // The header is truncated to the second, so the true time is half a second later on average.
  const skewMs = now - (theirs + 500);
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  if (Math.abs(skewMs) <= CLOCK_TOLERANCE_MS) return [check.ok(`${seconds} s apart`)];
  const message = `the server is ${seconds} s ${skewMs > 0 ? "ahead of" : "behind"} ${provider}`;
  return [check.failure(message, "synchronize the server's clock with NTP: token validity depends on it")];
}

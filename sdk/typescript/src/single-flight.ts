import type { AuthError } from "./auth-error.ts";
import type { Clock } from "./clock.ts";

/**
 * Callers share the call that is under way. After a failure they get the same one for a while, longer each time,
 * so that an app that asks in a loop does not ask a server in trouble. A failure of the device itself pauses nothing.
 */
export function singleFlight<Args extends unknown[]>(
  { steady }: Clock,
  work: (...args: Args) => Promise<void>,
) {
  let flight: Promise<void> | undefined;
  let failure: AuthError | undefined;
  let failures = 0;
  let pauseEnds = 0;
  const run = (...args: Args): Promise<void> => {
    if (steady() < pauseEnds) return Promise.reject(failure);
    flight ??= work(...args)
      .then(
        () => {
          failures = pauseEnds = 0;
        },
        (error: AuthError) => {
          failure = error;
          if (error.reason !== "STORAGE") {
            const pause = Math.max(Math.min(48_000, 800 * 2 ** failures++), error.retryAfterMs ?? 0);
            // Not all clients at the same moment.
            pauseEnds = steady() + pause * (1 + Math.random() / 4);
          }
          throw error;
        },
      )
      .finally(() => {
        flight = undefined;
      });
    return flight;
  };
  return {
    run,
    resume: () => {
      pauseEnds = 0;
    },
  };
}

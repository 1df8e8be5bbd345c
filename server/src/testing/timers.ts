import { vi } from "vitest";

/** The timers of this length alone: other files of the same process may start some while time is faked. */
export function watchTimersOf(ms: number): { started(): unknown[]; stopped(): unknown[] } {
  const set = vi.spyOn(globalThis, "setTimeout");
  const clear = vi.spyOn(globalThis, "clearTimeout");
  const started = () =>
    set.mock.results.filter((_, n) => set.mock.calls[n]?.[1] === ms).map(({ value }) => value);
  return {
    started,
    stopped: () => started().filter((timer) => clear.mock.calls.some(([cleared]) => cleared === timer)),
  };
}

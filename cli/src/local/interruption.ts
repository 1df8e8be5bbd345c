import { currentProcess } from "../current-process.ts";
import { interrupted } from "../failure.ts";

/**
 * Runs work that Ctrl-C ends at its next pause, so that it can clean up. A second one ends the
 * process at once.
 */
export async function interruptibly<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const current = currentProcess();
  const onSignal = (): void => {
    if (controller.signal.aborted) current.exit(130);
    controller.abort();
  };
  current.on("SIGINT", onSignal);
  current.on("SIGTERM", onSignal);
  try {
    return await work(controller.signal);
  } catch (error) {
    throw controller.signal.aborted ? interrupted() : error;
  } finally {
    current.off("SIGINT", onSignal);
    current.off("SIGTERM", onSignal);
  }
}

import { currentProcess } from "../current-process.ts";
import { interrupted } from "../failure.ts";

/**
 * Runs `work` and aborts its signal on Ctrl-C or SIGTERM. If `work` then throws, the command fails as interrupted and
 * reports that nothing was changed, so `work` must undo its changes first. If it finishes anyway, its result is used. A
 * second Ctrl-C or SIGTERM ends the process immediately.
 */
export async function runInterruptibly<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
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

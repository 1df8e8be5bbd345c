import type { CommandContext } from "../command.ts";
import { currentProcess } from "../current-process.ts";
import { Failure } from "../failure.ts";

/** Ctrl-C asks the work to stop where nothing is half done; a second one ends the program as usual. */
export async function untilInterrupted(
  output: CommandContext["output"],
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const interruption = new AbortController();
  const onInterrupt = () => {
    interruption.abort();
    output.say("finishing the current batch; interrupt again to stop immediately");
  };
  const current = currentProcess();
  current.once("SIGINT", onInterrupt);
  try {
    await work(interruption.signal);
  } catch (error) {
    if (!interruption.signal.aborted || !(error instanceof Failure)) throw error;
  } finally {
    current.off("SIGINT", onInterrupt);
  }
}

import { argument, type CommandContext, givenText, textFlag } from "../command.ts";
import { Failure } from "../failure.ts";
import { processProgress } from "../progress.ts";
import { remoteClient } from "./client.ts";
import { openSource } from "./subscription-import/read-lines.ts";
import { BATCH, BatchSender, type Line, STORE_DELAYS_MS } from "./subscription-import/send.ts";
import { report, Tally } from "./subscription-import/tally.ts";
import { untilInterrupted } from "./until-interrupted.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const dryRun = flags.dryRun === true;
  const call = remoteClient(context);
  const tally = new Tally(output);
  const { format, lines } = await openSource(argument(context, 0), givenText(flags, "format"), tally);
  const answer = await call("ProjectService", "getProject", { project: textFlag(flags, "project") });
  const { id: project = "", slug = "" } = answer.project ?? {};
  output.say(`reading ${titles[format]}${dryRun ? "; a dry run stores nothing" : ""}`);
  let complete = false;
  try {
    await untilInterrupted(output, async (signal) => {
      const sender = { call, output, project, dryRun, signal, delaysMs: STORE_DELAYS_MS };
      complete = await sendAll(new BatchSender(sender, tally), lines, { output, tally, signal });
    });
  } finally {
    report(context, { project: slug, format, dryRun, complete }, tally);
  }
  requireWhole(tally, complete);
}

const titles = {
  csv: "a CSV file with user, store and key",
  revenuecat: "an export of transactions from RevenueCat",
  stripe: "an export of subscriptions from Stripe",
} as const;

/** A batch after the other. False when it was interrupted. */
async function sendAll(
  sender: BatchSender,
  lines: AsyncIterable<Line>,
  { output, tally, signal }: Pick<CommandContext, "output"> & { tally: Tally; signal: AbortSignal },
): Promise<boolean> {
  const progress = processProgress(output, { verb: "checked", unit: "subscriptions" });
  const send = async (batch: readonly Line[]): Promise<void> => {
    progress.end(); // what was not imported is told on lines of its own
    await sender.send(batch);
    progress.update(tally.total);
  };
  let batch: Line[] = [];
  try {
    for await (const line of lines) {
      batch.push(line);
      if (batch.length < BATCH) continue;
      if (signal.aborted) return false;
      await send(batch);
      batch = [];
    }
    if (signal.aborted) return false;
    await send(batch);
    return true;
  } finally {
    progress.end();
  }
}

function requireWhole({ notImported, unavailable }: Tally, complete: boolean): void {
  const again = "run it again to continue: imported lines are skipped";
  if (!complete) throw new Failure("cancelled", "INTERRUPTED", "interrupted before the end", again);
  if (notImported === 0) return;
  const isPassing = unavailable === notImported;
  const message = `${notImported} ${notImported === 1 ? "subscription was" : "subscriptions were"} not imported`;
  if (isPassing) throw new Failure("unavailable", "STORE_UNAVAILABLE", message, again);
  throw new Failure("internal", "SUBSCRIPTIONS_NOT_IMPORTED", message, `correct these lines and ${again}`);
}

import type { BillingMetricsJson } from "@svc/proto/svc/admin/v1/billing_pb";
import { type CommandContext, numberFlag, textFlag } from "../command.ts";
import { usageFailure } from "../failure.ts";
import { remoteClient } from "./client.ts";
import { wordOf } from "./enum-words.ts";
import { moneyOf } from "./money.ts";
import { storeWords } from "./store-words.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const days = numberFlag(flags, "days");
  // To the server, 0 is the default: nobody who types it means that.
  if (days === 0) throw usageFailure("--days must be between 1 and 365", "leave it out for the last 30 days");
  const answer = await remoteClient(context)("BillingService", "getBillingMetrics", {
    project: textFlag(flags, "project"),
    days,
    includeSandbox: flags.sandbox === true,
  });
  if (output.json) return output.printJson(answer);
  const { metrics = [], total = {}, since = "", asOf = "", definitions = {} } = answer;
  if (metrics.length === 0) return output.say(`no subscriptions or purchases since ${since}`);
  output.printTable(
    COLUMNS.map(([heading]) => heading),
    [...metrics.map((one) => [one, false] as const), [total, true] as const].map(([one, isTotal]) =>
      COLUMNS.map(([, cell]) => cell(one, isTotal)),
    ),
  );
  output.say("");
  output.say(`the period is ${since} to ${asOf}`);
  for (const [name, meaning] of Object.entries(definitions)) output.say(`${name}: ${meaning}`);
}

type Cell = (figures: BillingMetricsJson, isTotal: boolean) => string;

const count = (value: string | undefined): string => value ?? "0";

const COLUMNS: ReadonlyArray<readonly [heading: string, cell: Cell]> = [
  ["STORE", ({ store }, isTotal) => (isTotal ? "all" : wordOf(storeWords, store))],
  ["TIER", ({ tierId = "" }, isTotal) => (isTotal ? "all" : tierId || "none")],
  ["MRR", ({ mrr }) => moneyOf(mrr)],
  ["ACTIVE", ({ active }) => count(active)],
  ["TRIALING", ({ trialing }) => count(trialing)],
  ["IN BILLING RETRY", ({ inBillingRetry }) => count(inBillingRetry)],
  ["STARTED", ({ started }) => count(started)],
  ["CHURNED", ({ churned, activeAtStart }) => shareOf(churned, activeAtStart)],
  ["TRIALS CONVERTED", ({ trialsConverted, trialsEnded }) => shareOf(trialsConverted, trialsEnded)],
  ["REFUNDS", ({ refunds, refunded }) => withMoney(count(refunds), moneyOf(refunded))],
  ["PURCHASES", ({ purchases, purchased }) => withMoney(count(purchases), moneyOf(purchased))],
];

/** `3 of 120 (2.5%)`. */
function shareOf(part = "0", whole = "0"): string {
  const share = Number(whole) === 0 ? "" : ` (${((100 * Number(part)) / Number(whole)).toFixed(1)}%)`;
  return `${part} of ${whole}${share}`;
}

function withMoney(number: string, money: string): string {
  return money === "" ? number : `${number} (${money})`;
}

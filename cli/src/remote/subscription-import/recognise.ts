import { type Failure, usageFailure } from "../../failure.ts";
import type { RowReader } from "./entry.ts";
import { type SubscriptionFormat, subscriptionFormats } from "./formats.ts";
import { readPlainRow } from "./plain-row.ts";
import { readRevenueCatRow } from "./revenuecat-row.ts";
import { readStripeRow } from "./stripe-row.ts";

type Format = Readonly<{ columns: readonly string[]; read: RowReader }>;

const FORMATS: Readonly<Record<SubscriptionFormat, Format>> = {
  csv: { columns: ["user", "store", "key"], read: readPlainRow },
  revenuecat: {
    columns: [
      ...["rc_original_app_user_id", "store", "is_sandbox", "is_auto_renewable"],
      ...["store_transaction_id", "original_store_transaction_id"],
    ],
    read: readRevenueCatRow,
  },
  stripe: { columns: ["id", "customer id", "customer email", "status"], read: readStripeRow },
};

/** The format of a file by its header, or the given one if the header fits it. */
export function formatOf(
  name: string,
  header: readonly string[],
  given: string,
): { format: SubscriptionFormat; read: RowReader } {
  const columns = header.map((column) => column.toLowerCase());
  const lacks = (format: SubscriptionFormat) =>
    FORMATS[format].columns.filter((column) => !columns.includes(column));
  const format =
    given === "" ? subscriptionFormats.find((format) => lacks(format).length === 0) : requireFormat(given);
  if (format === undefined) throw unknown(name);
  const missing = lacks(format);
  if (missing.length === 0) return { format, read: FORMATS[format].read };
  throw usageFailure(
    `${name} lacks the ${missing.length === 1 ? "column" : "columns"} ${missing.join(", ")}`,
    `an export of the format ${format} has ${FORMATS[format].columns.join(", ")}`,
  );
}

function requireFormat(typed: string): SubscriptionFormat {
  const format = subscriptionFormats.find((known) => known === typed);
  if (format !== undefined) return format;
  throw usageFailure(
    `--format must be ${subscriptionFormats.join(", ")}, not ${JSON.stringify(typed)}`,
    "omit it to detect the format",
  );
}

function unknown(name: string): Failure {
  const message = `${name} is not an export of RevenueCat or Stripe, nor a CSV with the header user,store,key`;
  return usageFailure(message, "pass --format csv, revenuecat or stripe to see which columns are missing");
}

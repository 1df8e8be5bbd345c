import type { Environment } from "../../domain/billing/environment.ts";
import type { AppStoreOneTime } from "./app-store-one-time.ts";
import type { AppStoreRecords } from "./app-store-records.ts";

type Answer = { status: number; body: object | string };

const DELIVERY = [
  "DELIVERED",
  "UNDELIVERED_QUALITY_ISSUE",
  "UNDELIVERED_WRONG_ITEM",
  "UNDELIVERED_SERVER_OUTAGE",
  "UNDELIVERED_OTHER",
];
const MEMBERS = [
  ...["customerConsented", "consumptionPercentage", "deliveryStatus"],
  ...["refundPreference", "sampleContentProvided"],
];

/** What Apple was told about refunds that its customers asked for; strict as its Send Consumption Information. */
export class AppStoreConsumption {
  readonly answers: { transactionId: string; body: object }[] = [];

  take(
    { records: { subscriptions }, oneTime }: { records: AppStoreRecords; oneTime: AppStoreOneTime },
    environment: Environment,
    transactionId: string,
    sent: unknown,
  ): Answer {
    const bought = [...subscriptions.values()].map((one) => ({
      ...one,
      transactionIds: [one.transactionId],
    }));
    const found = [...bought, ...oneTime.purchases].find(
      (one) => one.transactionIds.includes(transactionId) && one.environment === environment,
    );
    if (!found) return refusal(404, 4040010, "Transaction id not found.");
    if (found.familyShared) return refusal(400, 4000185, "Family transactions are not supported.");
    const problem = problemOf(Object(sent) as Record<string, unknown>);
    if (problem) return problem;
    this.answers.push({ transactionId, body: Object(sent) as object });
    return { status: 202, body: "" };
  }
}

/** Of what renews: Apple refuses to hear how much of it was consumed. */
function problemOf(body: Record<string, unknown>): Answer | undefined {
  const { customerConsented, deliveryStatus, sampleContentProvided, refundPreference } = body;
  if (Object.keys(body).some((name) => !MEMBERS.includes(name))) return refusal(400, 4000000, "Bad request.");
  if (customerConsented !== true) return refusal(400, 4000035, "Invalid customer consented.");
  if (!DELIVERY.includes(String(deliveryStatus))) return refusal(400, 4000036, "Invalid delivery status.");
  if (typeof sampleContentProvided !== "boolean")
    return refusal(400, 4000041, "Invalid sample content provided.");
  if (body.consumptionPercentage !== undefined) return refusal(400, 4000000, "Not for what renews.");
  const isKnown = ["DECLINE", "GRANT_FULL"].includes(String(refundPreference));
  return refundPreference === undefined || isKnown
    ? undefined
    : refusal(400, 4000000, "Invalid refund preference.");
}

function refusal(status: number, errorCode: number, errorMessage: string): Answer {
  return { status, body: { errorCode, errorMessage } };
}

import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type {
  BillingMetricsSchema,
  GetBillingMetricsResponseSchema,
  MoneyAmountSchema,
} from "@svc/proto/svc/admin/v1/billing_pb";
import type { Figures, Money } from "../../domain/billing/figures.ts";
import { metricDefinitions } from "../../domain/billing/metric-definitions.ts";
import type { Metrics } from "../../domain/billing/metrics.ts";
import { encodeStore } from "../billing/encode.ts";

export function encodeMetrics(metrics: Metrics): MessageInitShape<typeof GetBillingMetricsResponseSchema> {
  return {
    asOf: timestampFromMs(metrics.asOf),
    since: timestampFromMs(metrics.since),
    metrics: metrics.figures.map(encodeFigures),
    total: encodeFigures(metrics.total),
    definitions: { ...metricDefinitions },
  };
}

function encodeFigures(figures: Figures): MessageInitShape<typeof BillingMetricsSchema> {
  return {
    store: encodeStore(figures.store),
    tierId: figures.tierId,
    mrr: encodeMoney(figures.mrr),
    active: BigInt(figures.active),
    trialing: BigInt(figures.trialing),
    inBillingRetry: BigInt(figures.inBillingRetry),
    started: BigInt(figures.started),
    activeAtStart: BigInt(figures.activeAtStart),
    churned: BigInt(figures.churned),
    trialsEnded: BigInt(figures.trialsEnded),
    trialsConverted: BigInt(figures.trialsConverted),
    refunds: BigInt(figures.refunds),
    refunded: encodeMoney(figures.refunded),
    purchases: BigInt(figures.purchases),
    purchased: encodeMoney(figures.purchased),
  };
}

function encodeMoney(money: Money): MessageInitShape<typeof MoneyAmountSchema>[] {
  return [...money].map(([currency, micros]) => ({ currency, micros }));
}

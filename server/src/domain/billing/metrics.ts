import { setImmediate } from "node:timers/promises";
import type { App } from "../../app.ts";
import { invalidRequest } from "../../errors.ts";
import {
  findSubscriptionPlace,
  type MetricsRange,
  type SubscriptionSums,
  sumSubscriptions,
} from "../../storage/billing-metrics.ts";
import type { Millis } from "../../storage/db.ts";
import { findPurchasePlace, type PurchaseMoment, sumPurchases } from "../../storage/purchase-metrics.ts";
import type { Project } from "../projects/project.ts";
import type { Period } from "./catalog-entry.ts";
import { FigureSum, type Figures, isEmpty } from "./figures.ts";
import { type StoreName, storeNames } from "./stores.ts";
import { tierOf } from "./tier-of.ts";
import { catalogPeriod, TIMES_A_YEAR } from "./yearly-price.ts";

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
const MAX_DAYS = 365;

/** Summed at a time: some milliseconds, after which others run. On SQLite one thread does it all. */
export const SLICE = 2_500;

export type Metrics = Readonly<{
  asOf: Millis;
  since: Millis;
  /** By store, then by tier. */
  figures: readonly Figures[];
  total: Figures;
}>;

/** Revenue and subscribers by store and tier, from what is stored. No store is asked. */
export async function billingMetrics(
  app: Pick<App, "clock" | "db">,
  project: Project,
  { days, includeSandbox }: { days: number; includeSandbox: boolean },
  signal?: AbortSignal,
): Promise<Metrics> {
  if (days < 0 || days > MAX_DAYS) throw invalidRequest("days", `must be between 1 and ${MAX_DAYS}`);
  const asOf = app.clock();
  const since = asOf - (days || DEFAULT_DAYS) * DAY_MS;
  const leewayMs = project.settings.billing.renewalLeewayMinutes * 60_000;
  const range: MetricsRange = { since, asOf, leewayMs, includeSandbox };
  const sums = new SumsByTier();
  await addSubscriptions(app, project, range, sums, signal);
  await addPurchases(app, project, range, "purchasedAt", sums, signal);
  await addPurchases(app, project, range, "refundedAt", sums, signal);
  return { asOf, since, ...sums.figures() };
}

/** A sum for each store and tier. */
class SumsByTier {
  readonly #sums = new Map<string, FigureSum>();

  of(store: string, tierId: string): FigureSum {
    const key = JSON.stringify([store, tierId]);
    const known = this.#sums.get(key) ?? new FigureSum();
    this.#sums.set(key, known);
    return known;
  }

  figures(): Pick<Metrics, "figures" | "total"> {
    const total = new FigureSum();
    const parts = [...this.#sums].filter(([, sum]) => !isEmpty(sum));
    for (const [, sum] of parts) total.include(sum);
    const figures = parts.map(([key, sum]) => {
      const [store, tierId] = JSON.parse(key) as [StoreName, string];
      return sum.figures(store, tierId);
    });
    const place = ({ store }: Figures): number => storeNames.indexOf(store as StoreName);
    figures.sort((a, b) => place(a) - place(b) || (a.tierId < b.tierId ? -1 : 1));
    return { figures, total: total.figures("", "") };
  }
}

async function addSubscriptions(
  app: Pick<App, "db">,
  project: Project,
  range: MetricsRange,
  sums: SumsByTier,
  signal: AbortSignal | undefined,
): Promise<void> {
  let after = "";
  for (;;) {
    signal?.throwIfAborted();
    const until = await findSubscriptionPlace(app.db, project.id, after, SLICE);
    for (const group of await sumSubscriptions(app.db, project.id, { after, until }, range)) {
      addGroup(project, sums, group);
    }
    if (until === undefined) return;
    after = until;
    await setImmediate();
  }
}

function addGroup(project: Project, sums: SumsByTier, group: SubscriptionSums): void {
  const sum = sums.of(group.store, tierOf(project, group)?.id ?? "");
  const { currency } = group;
  const period = catalogPeriod(project, group) ?? (group.period as Period);
  sum.count(group);
  sum.pay("yearly", currency, micros(group.activeUnits, group.activeMicros) * TIMES_A_YEAR[period]);
  sum.pay("refunded", currency, micros(group.refundedUnits, group.refundedMicros));
}

async function addPurchases(
  app: Pick<App, "db">,
  project: Project,
  { since, asOf, includeSandbox }: MetricsRange,
  moment: PurchaseMoment,
  sums: SumsByTier,
  signal: AbortSignal | undefined,
): Promise<void> {
  let after = { at: since, id: "" };
  for (;;) {
    signal?.throwIfAborted();
    const rest = { after, until: undefined, to: asOf };
    const next = await findPurchasePlace(app.db, project.id, moment, rest, SLICE);
    const slice = { ...rest, until: next };
    for (const group of await sumPurchases(app.db, project.id, moment, slice, includeSandbox)) {
      const sum = sums.of(group.store, group.catalogId);
      const isRefund = moment === "refundedAt";
      sum.count({ [isRefund ? "refunds" : "purchases"]: group.count });
      sum.pay(isRefund ? "refunded" : "purchased", group.currency, micros(group.units, group.micros));
    }
    if (next === undefined) return;
    after = next;
    await setImmediate();
  }
}

function micros(units: number, rest: number): bigint {
  return BigInt(units) * 1_000_000n + BigInt(rest);
}

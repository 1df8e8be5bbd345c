import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DAY_MS, paidMonth, SELLING } from "../../testing/billing.ts";
import { engines } from "../../testing/engines.ts";
import { times } from "../../testing/full.ts";
import { seed } from "../../testing/seed.ts";
import { LifeWriter, type Offer, type Roll, type Truth } from "../../testing/subscription-lives.ts";
import { TestApp } from "../../testing/test-app.ts";
import type { Project } from "../projects/project.ts";
import { applySnapshot } from "./apply-snapshot.ts";
import type { BillingSettings } from "./billing-settings.ts";
import type { Figures, Money } from "./figures.ts";
import { billingMetrics } from "./metrics.ts";

const LIVES = times(60, 3_000);
const AS_OF = Date.parse("2030-01-01T00:00:00Z");

function dice(from: number): Roll {
  let state = from >>> 0;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const MONTH = { days: 30, timesAYear: 12 };
const OFFERS: readonly Offer[] = [
  { store: "app_store", productId: "com.example.app.pro_monthly", planId: "", tierId: "pro", ...MONTH },
  { store: "app_store", productId: "com.example.app.team_monthly", planId: "", tierId: "team", ...MONTH },
  { store: "app_store", productId: "com.other.weekly", planId: "", tierId: "", days: 7, timesAYear: 52 },
  { store: "play_store", productId: "pro", planId: "p1m", tierId: "pro", ...MONTH },
  { store: "play_store", productId: "old", planId: "p3m", tierId: "", days: 92, timesAYear: 4 },
  { store: "stripe", productId: "prod_1", planId: "svc:demo:team:p1m:usd", tierId: "team", ...MONTH },
  { store: "stripe", productId: "prod_2", planId: "", tierId: "", days: 183, timesAYear: 2 },
  { store: "stripe", productId: "prod_2", planId: "gone", tierId: "", days: 366, timesAYear: 1 },
];

const BILLING: BillingSettings = {
  ...SELLING,
  playStore: { ...SELLING.playStore, packageName: "com.example.app" },
  stripe: { ...SELLING.stripe, enabled: true },
};

/** The definitions once more, for one subscription of which everything is known. */
function countsOf(
  truth: Truth,
  since: number,
): Omit<Figures, "store" | "tierId" | "mrr" | "refunded" | "purchased"> {
  const { last, begunAt, paidAt, refundedAt, hadTrial, trialLapsedAt } = truth;
  const happened = (at: number | undefined): boolean => at !== undefined && at >= since && at <= AS_OF;
  const leeway = last.willRenew ? BILLING.renewalLeewayMinutes * 60_000 : 0;
  const hasAccess =
    ["trialing", "active", "canceled", "grace_period"].includes(last.state) &&
    AS_OF < last.accessUntil + leeway;
  const wasPaidAtStart =
    paidAt !== undefined &&
    paidAt < since &&
    last.accessUntil >= since &&
    (refundedAt === undefined || refundedAt >= since);
  const hasEnded = !hasAccess && ["expired", "revoked", "canceled"].includes(last.state);
  return {
    active: Number(hasAccess && !last.isTrial && paidAt !== undefined),
    trialing: Number(hasAccess && last.isTrial && last.state !== "grace_period"),
    inBillingRetry: Number(["grace_period", "on_hold"].includes(last.state)),
    started: Number(happened(begunAt)),
    activeAtStart: Number(wasPaidAtStart),
    churned: Number(wasPaidAtStart && hasEnded),
    trialsEnded: Number(hadTrial && (happened(paidAt) || happened(trialLapsedAt))),
    trialsConverted: Number(hadTrial && happened(paidAt)),
    refunds: Number(happened(refundedAt)),
    purchases: 0,
  };
}

/** In plain numbers, so that two sums can be compared. */
function plain(figures: Figures): Record<string, unknown> {
  const amounts = (money: Money) => Object.fromEntries([...money].map(([code, sum]) => [code, Number(sum)]));
  const { mrr, refunded, purchased, ...rest } = figures;
  return { ...rest, mrr: amounts(mrr), refunded: amounts(refunded), purchased: amounts(purchased) };
}

function twin(truths: readonly Truth[], days: number, includeSandbox: boolean): Record<string, unknown>[] {
  const since = AS_OF - days * DAY_MS;
  const groups = Map.groupBy(
    truths.filter((one) => !one.isReplaced && !one.isShared && (includeSandbox || !one.isSandbox)),
    ({ store, tierId }) => `${["app_store", "play_store", "stripe"].indexOf(store)} ${tierId}`,
  );
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, group]) => sumOf(group, since))
    .filter((figures) => Object.values(figures).some((value) => typeof value === "number" && value > 0));
}

function sumOf(group: readonly Truth[], since: number): Record<string, unknown> {
  const counts = group.map((truth) => ({ truth, counts: countsOf(truth, since) }));
  const sums: Record<string, number> = {};
  for (const { counts: one } of counts) {
    for (const [name, value] of Object.entries(one)) sums[name] = (sums[name] ?? 0) + value;
  }
  const yearly: Record<string, number> = {};
  const refunded: Record<string, number> = {};
  for (const { truth, counts: one } of counts) {
    const { currency, priceMicros, timesAYear } = truth;
    if (one.active) yearly[currency] = (yearly[currency] ?? 0) + priceMicros * timesAYear;
    if (one.refunds) refunded[currency] = (refunded[currency] ?? 0) + priceMicros;
  }
  const mrr = Object.fromEntries(
    Object.entries(yearly).map(([currency, sum]) => [currency, Math.floor((sum + 6) / 12)]),
  );
  const { store = "", tierId = "" } = group[0] ?? {};
  return { store, tierId, ...sums, mrr, refunded, purchased: {} };
}

describe.each(engines)("Figures of billing on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  beforeEach(async () => {
    t = await TestApp.open(engine, { now: AS_OF });
    ({ project } = await t.addProject("Demo", { billing: BILLING }));
  });
  afterEach(() => t.close());

  test(`are those of an observer who saw every subscription live (${LIVES} of them)`, {
    timeout: 3_600_000,
  }, async () => {
    process.stderr.write(`\nfigures of billing: SVC_SEED=${seed}\n`);
    const roll = dice(seed);
    const truths: Truth[] = [];
    for (let n = 0; n < LIVES; n++) {
      const age = roll(3) === 0 ? roll(21) : roll(400);
      const from = AS_OF - age * DAY_MS - roll(DAY_MS);
      const offer = OFFERS[roll(OFFERS.length)] as Offer;
      const life = new LifeWriter(roll, `life-${n}`, offer, from, AS_OF).write();
      for (const snapshot of life.told) await applySnapshot(t.app, project, snapshot);
      truths.push(...life.truth);
    }
    for (const [days, includeSandbox] of [
      [30, false],
      [7, true],
      [365, false],
    ] as const) {
      const { figures } = await billingMetrics(t.app, project, { days, includeSandbox });
      expect(figures.map(plain), `seed ${seed}, ${days} days`).toEqual(twin(truths, days, includeSandbox));
    }
  });

  test("a refund that is taken back counts no more, and the subscription is no new one", async () => {
    const figures = async () =>
      (await billingMetrics(t.app, project, { days: 30, includeSandbox: false })).total;
    const began = AS_OF - 50 * DAY_MS;
    const paid = paidMonth(AS_OF - 20 * DAY_MS, { startedAt: began });
    await applySnapshot(t.app, project, { ...paid, takenAt: began, periodStart: began });
    await applySnapshot(t.app, project, paid);
    await applySnapshot(t.app, project, { ...paid, takenAt: AS_OF - 9 * DAY_MS, state: "revoked" });
    expect(await figures()).toMatchObject({
      refunds: 1,
      churned: 1,
      active: 0,
      activeAtStart: 1,
      started: 0,
    });
    await applySnapshot(t.app, project, { ...paid, takenAt: AS_OF - 8 * DAY_MS });
    expect(await figures()).toMatchObject({
      refunds: 0,
      churned: 0,
      active: 1,
      activeAtStart: 1,
      started: 0,
    });
  });

  test("days are between 1 and 365", async () => {
    const ask = (days: number) => billingMetrics(t.app, project, { days, includeSandbox: false });
    await expect(ask(366)).rejects.toMatchObject({ reason: "INVALID_REQUEST" });
    await expect(ask(-1)).rejects.toMatchObject({ reason: "INVALID_REQUEST" });
    const { since, asOf } = await ask(0);
    expect(asOf - since).toBe(30 * DAY_MS);
  });
});

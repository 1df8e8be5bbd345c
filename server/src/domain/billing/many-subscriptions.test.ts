import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { SELLING } from "../../testing/billing.ts";
import { engines } from "../../testing/engines.ts";
import { times } from "../../testing/full.ts";
import { addManySubscriptions } from "../../testing/many-subscriptions.ts";
import { TestApp } from "../../testing/test-app.ts";
import type { Project } from "../projects/project.ts";
import { billingMetrics, SLICE } from "./metrics.ts";

const COUNT = times(2 * SLICE + 40, 100_020);
const DAY_MS = 86_400_000;

describe.each(engines)("Figures of many subscriptions on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    ({ project } = await t.addProject("Demo", { billing: SELLING }));
  });
  afterEach(() => t.close());

  test(`each of ${COUNT} counts once, and others run in between`, { timeout: 600_000 }, async () => {
    const other = (await t.addProject("Other", { billing: SELLING })).project;
    await addManySubscriptions(t.app.db, other.id, 40, t.app.clock());
    await addManySubscriptions(t.app.db, project.id, COUNT, t.app.clock());
    let turns = 0;
    let isDone = false;
    const count = (): void => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    const began = performance.now();
    const { total, figures } = await billingMetrics(t.app, project, { days: 30, includeSandbox: false });
    isDone = true;
    process.stderr.write(
      `\n${COUNT} subscriptions, ${engine.kind}: ${Math.round(performance.now() - began)} ms\n`,
    );
    expect(turns).toBeGreaterThanOrEqual(Math.floor(COUNT / SLICE));
    const tenth = COUNT / 10;
    expect(total).toMatchObject({
      active: 6 * tenth,
      trialing: tenth,
      activeAtStart: 8 * tenth,
      churned: 2 * tenth,
      refunds: tenth,
      started: 0,
    });
    expect([...total.mrr]).toEqual(
      ["EUR", "JPY", "USD"].map((code) => [code, BigInt(2 * tenth) * 10_000_000n]),
    );
    expect(figures.map(({ store, tierId }) => [store, tierId])).toEqual([
      ["app_store", "pro"],
      ["play_store", ""],
      ["stripe", ""],
    ]);
    const { total: few } = await billingMetrics(t.app, other, { days: 30, includeSandbox: true });
    expect(few.active).toBe(28);
  });

  test(`one-time purchases count by when they were paid and when refunded, across slices`, async () => {
    const now = t.app.clock();
    const row = (n: number) => ({
      ...{
        id: `purchase-${String(n).padStart(6, "0")}`,
        projectId: project.id,
        userId: null,
        store: "stripe",
      },
      ...{ subjectKey: `pi_${n}`, environment: n % 10 === 9 ? "sandbox" : "production", productId: "prod_1" },
      ...{ planId: "", catalogId: "coins", kind: "consumable", quantity: 2, familyShared: 0 },
      state: n % 10 === 0 ? "refunded" : n % 10 === 1 ? "pending" : "paid",
      // Many of the same moment, and the first thousand before the period.
      purchasedAt: now - (n < 1000 ? 40 : 20) * DAY_MS,
      refundedAt: n % 10 === 0 ? now - 2 * DAY_MS : null,
      ...{ priceMicros: 1_990_001, currency: "USD", accountToken: null, snapshotAt: now, checkAt: null },
      ...{ checkAttempts: 0, ownerDeletedAt: null, claimId: null, consumedAt: null },
      ...{ createdAt: now, updatedAt: now },
    });
    const rows = Array.from({ length: 2 * SLICE + 1_000 }, (_, n) => row(n));
    for (let at = 0; at < rows.length; at += 500) {
      await t.app.db
        .insertInto("purchases")
        .values(rows.slice(at, at + 500))
        .execute();
    }
    const { figures, total } = await billingMetrics(t.app, project, { days: 30, includeSandbox: false });
    const paid = 2 * SLICE * 0.8;
    const refunds = (2 * SLICE + 1_000) / 10;
    expect(figures).toEqual([
      {
        ...{ ...total, store: "stripe", tierId: "coins" },
        ...{ purchases: paid, refunds, active: 0 },
        purchased: new Map([["USD", BigInt(paid) * 1_990_001n]]),
        refunded: new Map([["USD", BigInt(refunds) * 1_990_001n]]),
      },
    ]);
  });
});

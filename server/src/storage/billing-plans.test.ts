import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { planOf } from "../testing/plan-of.ts";
import { findSubscriptionPlace, sumSubscriptions } from "./billing-metrics.ts";
import type { Db } from "./db.ts";
import { findPurchasePlace, type PurchaseMoment, sumPurchases } from "./purchase-metrics.ts";
import { listUnconsumedPurchases } from "./purchases.ts";

describe("Figures of billing", () => {
  let db: Db;
  beforeEach(async () => {
    const sqlite = engines.find(({ kind }) => kind === "sqlite") ?? expect.fail();
    db = await sqlite.open();
  });
  afterEach(() => db.destroy());

  const slice = { after: "a", until: "b" };
  const range = { since: 1, asOf: 2, leewayMs: 0, includeSandbox: false };

  test("SQLite reads each slice of a project's subscriptions in the order of the file", async () => {
    const place = await planOf(db, (db) => findSubscriptionPlace(db, "p", "a", 10));
    expect(place).toContain("COVERING INDEX subscriptions_in_order (project_id=? AND id>?)");
    const sums = await planOf(db, (db) => sumSubscriptions(db, "p", slice, range));
    expect(sums).toContain("subscriptions_in_order (project_id=? AND id>? AND id<?)");
    expect(sums).not.toMatch(/SCAN subscriptions/);
  });

  test.each<[PurchaseMoment, string, string]>([
    ["purchasedAt", "purchases_by_time", "purchased_at"],
    ["refundedAt", "purchases_by_refund", "refunded_at"],
  ])("SQLite reads one-time purchases by %s from its own index", async (moment, index, column) => {
    const at = { after: { at: 1, id: "" }, until: undefined, to: 2 };
    const read = `${index} (project_id=? AND ${column}>? AND ${column}<?)`;
    const place = await planOf(db, (db) => findPurchasePlace(db, "p", moment, at, 10));
    expect(place).toContain(`COVERING INDEX ${read}`);
    expect(place).not.toContain("TEMP B-TREE");
    const until = { at: 2, id: "x" };
    const sums = await planOf(db, (db) => sumPurchases(db, "p", moment, { ...at, until }, false));
    expect(sums).toContain(read);
  });
});

describe.each(engines)("One-time purchases that wait, on $kind", (engine) => {
  test("are read from their own index, not from all purchases", async () => {
    const own = await engine.open();
    await own.insertInto("projects").values(aProject("p")).execute();
    await own.insertInto("users").values(aUser("u", "p")).execute();
    const rows = Array.from({ length: 6000 }, (_, n) => aPurchase(n));
    for (let at = 0; at < rows.length; at += 300) {
      await own
        .insertInto("purchases")
        .values(rows.slice(at, at + 300))
        .execute();
    }
    await sql`analyze`.execute(own);
    for (const after of [undefined, { purchasedAt: 5000, id: "purchase-5000" }]) {
      const plan = await planOf(own, (own) => listUnconsumedPurchases(own, "p", {}, 51, after));
      expect(plan).toContain("purchases_unconsumed");
      expect(plan).not.toMatch(/Seq Scan on purchases|SCAN purchases"|TEMP B-TREE|Sort/);
    }
    await own.destroy();
  });
});

const aProject = (id: string) => ({
  ...{ id, slug: id, name: id, publishableKey: `pk_${id}`, secretKeyHash: id, secretKeyLast4: "abcd" },
  ...{ settings: "{}", createdAt: 1, updatedAt: 1, deletedAt: null },
});

const aUser = (id: string, projectId: string) => ({
  ...{ id, projectId, displayName: "", avatarUrl: "", customClaims: "{}", searchText: "" },
  ...{ guestSince: 1, credentialEpoch: 0, createdAt: 1, updatedAt: 1 },
});

/** Of a hundred, one waits. */
const aPurchase = (n: number) => ({
  ...{ id: `purchase-${n}`, projectId: "p", userId: "u", store: "stripe", subjectKey: `pi_${n}` },
  ...{ environment: "production", productId: "x", planId: "", catalogId: "coins", kind: "consumable" },
  ...{ state: "paid", quantity: 1, familyShared: 0, purchasedAt: n, refundedAt: null, priceMicros: null },
  ...{ currency: "", accountToken: null, snapshotAt: n, checkAt: null, checkAttempts: 0 },
  ...{ ownerDeletedAt: null, claimId: n % 100 === 0 ? null : "c", consumedAt: n % 100 === 0 ? null : n },
  ...{ createdAt: n, updatedAt: n },
});

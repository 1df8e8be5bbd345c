import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { planOf } from "../testing/plan-of.ts";
import type { Db } from "./db.ts";
import { eraseAddressesOfSessions, listAddressedEndedSessions, moveExpiryDays } from "./ended-sessions.ts";
import { listAddressedEvents, listEventsBefore } from "./event-retention.ts";
import { insertEvents } from "./events.ts";
import {
  deleteSuccessionsOf,
  listOwnerlessPurchases,
  listOwnerlessSubscriptions,
} from "./ownerless-purchases.ts";

const PROJECT = "01b8e512-6c00-7000-8000-000000000001";
const COUNT = 6_000;
const DAY_MS = 86_400_000;

/** Nearly all are live: few have ended, and few have lost their owner. */
async function fill(db: Db): Promise<void> {
  const project = { slug: "p", name: "P", publishableKey: "pk", secretKeyHash: "h", secretKeyLast4: "last" };
  const times = { settings: "{}", createdAt: 1, updatedAt: 1, deletedAt: null };
  await db
    .insertInto("projects")
    .values({ id: PROJECT, ...project, ...times })
    .execute();
  const user = { displayName: "", avatarUrl: "", customClaims: "{}", searchText: "", credentialEpoch: 0 };
  await db
    .insertInto("users")
    .values({ id: "u", projectId: PROJECT, ...user, guestSince: 1, createdAt: 1, updatedAt: 1 })
    .execute();
  for (let from = 0; from < COUNT; from += 200) {
    const numbers = Array.from({ length: 200 }, (_, n) => from + n);
    await insertEvents(db, numbers.map(event));
    await db.insertInto("sessions").values(numbers.map(session)).execute();
    await db.insertInto("purchases").values(numbers.map(purchase)).execute();
    await db.insertInto("subscriptions").values(numbers.map(subscription)).execute();
  }
  await sql`analyze`.execute(db);
}

const event = (n: number) => ({
  ...{ id: `event-${n}`, projectId: PROJECT, kind: "user.signed_in", at: n, userId: "u", actor: "user:u" },
  ...{ ip: n < COUNT - 100 ? null : "192.0.2.1", data: "{}", userAgent: null },
});
const session = (n: number) => ({
  ...{ id: `session-${n}`, projectId: PROJECT, userId: "u", method: "password", userAgent: "x", ip: "y" },
  ...{ createdAt: 1, lastUsedAt: 1, endsAt: n * DAY_MS, tokenExpiresAt: n * DAY_MS, expiryDay: n },
  ...{ revokedAt: n % 100 === 0 ? n : null, revokedReason: null, locatorHash: `l${n}` },
});
const bought = (n: number) => ({
  ...{ projectId: PROJECT, userId: n % 100 === 0 ? null : "u", store: "stripe", subjectKey: `k${n}` },
  ...{ environment: "production", productId: "x", planId: "", familyShared: 0, priceMicros: null },
  ...{ currency: "", accountToken: null, snapshotAt: n, checkAt: null, checkAttempts: 0 },
  ...{ ownerDeletedAt: n % 100 === 0 ? n : null, createdAt: n, updatedAt: n },
});
const purchase = (n: number) => ({
  ...{ ...bought(n), id: `purchase-${n}`, catalogId: "", kind: "lifetime", state: "paid", quantity: 1 },
  ...{ purchasedAt: n, refundedAt: null, claimId: null, consumedAt: null },
});
const subscription = (n: number) => ({
  ...{ ...bought(n), id: `subscription-${n}`, state: "expired", willRenew: 0, isTrial: 0, startedAt: n },
  ...{ periodStart: n, periodEnd: n, accessUntil: n, canceledAt: null, pausedUntil: null, cancelReason: "" },
  ...{
    supersededBy: null,
    tierId: "",
    addOns: "",
    begunAt: null,
    paidAt: null,
    hadTrial: 0,
    revokedAt: null,
  },
});

const window = { from: COUNT - 50, before: COUNT };
const QUERIES: ReadonlyArray<[string, readonly RegExp[], (db: Db) => Promise<unknown>]> = [
  ["old events", [/events_newest/], (db) => listEventsBefore(db, PROJECT, 100, 50)],
  ["events with addresses", [/events_newest/], (db) => listAddressedEvents(db, PROJECT, window, 50)],
  ["sessions to move", [/sessions_by_expiry/], (db) => moveExpiryDays(db, 50 * DAY_MS, 50)],
  [
    "ended sessions",
    [/sessions_by_(project|revocation)/, /sessions_by_end/, /sessions_by_expiry/],
    (db) => listAddressedEndedSessions(db, PROJECT, 50 * DAY_MS, 50),
  ],
  [
    "forgetting addresses of sessions",
    [/(sessions_pkey|\(id=\?\))/],
    (db) => eraseAddressesOfSessions(db, PROJECT, ["session-1", "session-2"]),
  ],
  [
    "subscriptions without an owner",
    [/subscriptions_ownerless/],
    (db) => listOwnerlessSubscriptions(db, PROJECT, 100, 50),
  ],
  [
    "purchases without an owner",
    [/purchases_ownerless/],
    (db) => listOwnerlessPurchases(db, PROJECT, 100, 50),
  ],
];

describe.each(engines)("What the clean-up looks for, on $kind", (engine) => {
  test("is found with an index, so that it does not read what is to stay", async () => {
    const db = await engine.open();
    await fill(db);
    for (const [what, indexes, run] of QUERIES) {
      const plan = await planOf(db, run);
      for (const index of indexes) expect(plan, what).toMatch(index);
      expect(plan, what).not.toMatch(
        /Seq Scan on (events|sessions|subscriptions|purchases)|SCAN (events|sessions|subscriptions|purchases)/,
      );
    }
    if (engine.kind === "sqlite") {
      const plan = await planOf(db, (db) => deleteSuccessionsOf(db, PROJECT, "stripe", ["a", "b"]));
      expect(plan).toContain(
        "subscription_successions_by_successor (project_id=? AND store=? AND superseded_by=?)",
      );
    }
    await db.destroy();
  });
});

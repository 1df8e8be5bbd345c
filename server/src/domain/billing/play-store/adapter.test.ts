import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { AppError } from "../../../errors.ts";
import { insertNotification } from "../../../storage/billing-inbox.ts";
import type { BillingInboxRow } from "../../../storage/db.ts";
import { findSubscription } from "../../../storage/subscriptions.ts";
import { engines } from "../../../testing/engines.ts";
import { PlayBench } from "../../../testing/stores/play-bench.ts";
import { DAY_MS, type KeptPurchase, MONTH_MS } from "../../../testing/stores/play-purchases.ts";
import { type PlayNotice, subscriptionNotice, voidedNotice } from "../../../testing/stores/play-push.ts";
import { PACKAGE } from "../../../testing/stores/play-store.ts";
import { storeFaults } from "../../../testing/stores/store-fault.ts";
import { systemActor } from "../../analytics/record-event.ts";
import type { Project } from "../../projects/project.ts";
import { detailsOf } from "../../projects/project-details.ts";
import { updateProject } from "../../projects/update-project.ts";
import { applySnapshot } from "../apply-snapshot.ts";
import type { Snapshot } from "../snapshot.ts";
import type { NewNotification } from "../store-adapter.ts";
import { playStoreAdapter } from "./adapter.ts";
import { readPurchase } from "./read-purchase.ts";
import { receivePlayStore } from "./receive.ts";

const OWNER = "6b0c9f0e-7a53-4d0e-9d0c-1f2e3d4c5b6a";

describe.each(engines)("Google Play, on $kind", (engine) => {
  let b: PlayBench;
  let project: Project;
  beforeEach(async () => {
    b = await PlayBench.open(engine);
    project = await b.addProject();
  });
  afterEach(() => b.close());

  async function reasonOf(call: Promise<unknown>): Promise<string> {
    const error: unknown = await call.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    return error instanceof AppError ? error.reason : String(error);
  }

  async function keep(notification: NewNotification): Promise<BillingInboxRow> {
    const { ignoredBecause: _, ...told } = notification;
    const now = b.t.app.clock();
    const row = {
      ...told,
      id: b.t.app.newId(),
      projectId: project.id,
      store: "play_store",
      receivedAt: now,
      queuedAt: now,
      status: "waiting",
      attempts: 0,
      nextAttemptAt: now,
      lastError: null,
      processedAt: null,
    };
    await insertNotification(b.t.app.db, row);
    return row;
  }

  /** From the push to the snapshot. */
  async function hear(notice: PlayNotice): Promise<Snapshot | undefined> {
    b.t.advance(1000);
    const { authorization, body } = b.play.push(notice, b.webhook(project));
    const row = await keep(await receivePlayStore(b.t.app, project, authorization, body));
    return (await playStoreAdapter.handleNotification(b.t.app, project, row)) as Snapshot | undefined;
  }

  const fetch = ({ token }: KeptPurchase) =>
    playStoreAdapter.fetch(b.t.app, project, { subjectKey: token, environment: "production" });
  const bring = ({ token }: KeptPurchase) =>
    readPurchase(b.t.app, project, { packageName: PACKAGE, purchaseToken: token });
  const settle = (snapshot: Snapshot) => playStoreAdapter.settle(b.t.app, project, snapshot, OWNER);

  test("a purchase that the app brings is what Google says it is", async () => {
    const purchase = b.play.purchases.buy({ accountToken: OWNER.toUpperCase(), isTest: true });
    expect(await bring(purchase)).toMatchObject({
      state: "active",
      subjectKey: purchase.token,
      productId: "pro",
      planId: "p1m",
      environment: "sandbox",
      accountToken: OWNER,
      needsAcknowledgement: true,
      takenAt: b.t.app.clock(),
    });
  });

  test("a purchase of another app, or of none, is not vouched for", async () => {
    const { token } = b.play.purchases.buy();
    const other = { packageName: "com.example.other", purchaseToken: token };
    expect(await reasonOf(readPurchase(b.t.app, project, other))).toBe("PURCHASE_INVALID");
    for (const purchaseToken of ["", "made-up-token", "../../../subscriptions", "a b", "x".repeat(2000)]) {
      const made = { packageName: PACKAGE, purchaseToken };
      expect(await reasonOf(readPurchase(b.t.app, project, made))).toBe("PURCHASE_INVALID");
    }
    expect(b.play.seen.filter((line) => line.includes(".."))).toEqual([]);
  });

  test("every turn of a subscription is seen when its notification comes", async () => {
    const { purchases } = b.play;
    const purchase = purchases.buy({ isTrial: true });
    const turns: Array<[number, (purchase: KeptPurchase) => void, Partial<Snapshot>]> = [
      [4, () => {}, { state: "trialing", isTrial: true }],
      [3, (p) => purchases.cancel(p), { state: "canceled", willRenew: false, cancelReason: "user" }],
      [7, (p) => purchases.restart(p), { state: "trialing", willRenew: true, cancelReason: "" }],
      [2, (p) => purchases.renew(p), { state: "active", isTrial: false }],
      [6, (p) => purchases.grace(p), { state: "grace_period" }],
      [5, (p) => purchases.hold(p), { state: "on_hold" }],
      [1, (p) => purchases.renew(p), { state: "active" }],
      [10, (p) => purchases.pause(p), { state: "paused" }],
      [1, (p) => purchases.renew(p), { state: "active", pausedUntil: null }],
      [13, (p) => purchases.expire(p), { state: "expired", willRenew: false }],
    ];
    for (const [type, happen, expected] of turns) {
      b.t.advance(DAY_MS);
      happen(purchase);
      expect(await hear(subscriptionNotice(type, purchase.token))).toMatchObject(expected);
    }
  });

  test("a payment in cash that comes, or does not", async () => {
    const [paid, left] = [
      b.play.purchases.buy({ isPending: true }),
      b.play.purchases.buy({ isPending: true }),
    ];
    expect(await bring(paid)).toMatchObject({ state: "pending", needsAcknowledgement: false });
    b.play.purchases.finishPending(paid, true);
    b.play.purchases.finishPending(left, false);
    expect(await hear(subscriptionNotice(4, paid.token))).toMatchObject({
      state: "active",
      needsAcknowledgement: true,
    });
    expect(await hear(subscriptionNotice(20, left.token))).toMatchObject({ state: "expired" });
  });

  test("a revocation is remembered: whatever is asked or told later, the purchase stays revoked", async () => {
    const purchase = b.play.purchases.buy();
    b.play.purchases.expire(purchase);
    expect(await hear(subscriptionNotice(13, purchase.token))).toMatchObject({ state: "expired" });
    expect(await hear(subscriptionNotice(12, purchase.token))).toMatchObject({
      state: "revoked",
      willRenew: false,
    });
    expect(await hear(subscriptionNotice(13, purchase.token))).toMatchObject({ state: "revoked" });
    expect(await fetch(purchase)).toMatchObject({ state: "revoked" });
    expect(await bring(purchase)).toMatchObject({ state: "revoked" });
    // Nobody else's.
    expect(await bring(b.play.purchases.buy())).toMatchObject({ state: "active" });
  });

  test("a refund of the last order revokes, one of an order before it does not", async () => {
    const purchase = b.play.purchases.buy();
    const [first = ""] = purchase.orders;
    b.t.advance(MONTH_MS);
    b.play.purchases.renew(purchase);
    b.play.purchases.refund(purchase, first);
    expect(await hear(voidedNotice(purchase.token, first))).toMatchObject({ state: "active" });
    const last = purchase.orders.at(-1) ?? "";
    b.play.purchases.refund(purchase, last);
    expect(await hear(voidedNotice(purchase.token, last))).toMatchObject({ state: "revoked" });
  });

  test("refunds whose notification was lost are found in Google's list, each once", async () => {
    const purchase = b.play.purchases.buy();
    const since = b.t.app.clock();
    b.play.purchases.refund(purchase, purchase.orders[0] ?? "");
    const listed = async (): Promise<NewNotification[]> => {
      const notifications: NewNotification[] = [];
      for await (const missed of playStoreAdapter.missed(b.t.app, project, since)) notifications.push(missed);
      return notifications;
    };
    const [missed, ...more] = await listed();
    expect(more).toEqual([]);
    expect(missed).toMatchObject({ type: "VOIDED_PURCHASE", subjectKey: purchase.token, occurredAt: since });
    expect(await listed()).toEqual([missed]);
    if (!missed) throw new Error("nothing was missed");
    const row = await keep(missed);
    expect(await playStoreAdapter.handleNotification(b.t.app, project, row)).toMatchObject({
      state: "revoked",
    });
  });

  test("an upgrade retires the old purchase, whichever of the two is seen first", async () => {
    for (const newestFirst of [false, true]) {
      const old = b.play.purchases.buy();
      await applySnapshot(b.t.app, project, await bring(old));
      b.t.advance(DAY_MS);
      const upgrade = b.play.purchases.buy({ productId: "team", upgrades: old.token });
      const order = newestFirst ? [upgrade, old] : [old, upgrade];
      for (const purchase of order) {
        b.t.advance(1000);
        await applySnapshot(b.t.app, project, await bring(purchase));
      }
      const rowOf = ({ token }: KeptPurchase) =>
        findSubscription(b.t.app.db, project.id, "play_store", token);
      expect((await rowOf(old))?.supersededBy).toBe(upgrade.token);
      expect(await rowOf(upgrade)).toMatchObject({ supersededBy: null, productId: "team", state: "active" });
    }
  });

  test("an upgrade that waits for its payment leaves the old purchase alone", async () => {
    const old = b.play.purchases.buy();
    const upgrade = b.play.purchases.buy({ productId: "team", upgrades: old.token, isPending: true });
    expect((await bring(upgrade)).replaces).toEqual([]);
    b.play.purchases.finishPending(upgrade, true);
    expect((await bring(upgrade)).replaces).toEqual([old.token]);
  });

  test("a purchase is acknowledged once it has an owner, and only once", async () => {
    const purchase = b.play.purchases.buy();
    const snapshot = await bring(purchase);
    await playStoreAdapter.settle(b.t.app, project, snapshot, undefined);
    expect(b.play.acknowledged).toEqual([]);
    await settle(snapshot);
    // The process was killed before it could note that: it says so again with what it knew.
    await settle(snapshot);
    await settle(await bring(purchase));
    expect(b.play.acknowledged).toEqual([{ token: purchase.token, accountToken: undefined }]);
  });

  test("a purchase is acknowledged after a kill before it was", async () => {
    const purchase = b.play.purchases.buy();
    const snapshot = await bring(purchase);
    b.play.fault = storeFaults["hangs up"];
    expect(await reasonOf(settle(snapshot))).toBe("STORE_UNAVAILABLE");
    b.play.fault = undefined;
    const again = await hear(subscriptionNotice(4, purchase.token));
    if (!again) throw new Error("the purchase is gone");
    await settle(again);
    expect(b.play.acknowledged).toHaveLength(1);
  });

  test("a purchase in Play's own app belongs to the last buyer, and Google is told", async () => {
    const purchase = b.play.purchases.buy({ outOfAppBy: OWNER.toUpperCase() });
    const snapshot = await bring(purchase);
    expect(snapshot.accountToken).toBe(OWNER);
    await settle(snapshot);
    expect(b.play.acknowledged).toEqual([{ token: purchase.token, accountToken: OWNER }]);
    expect((await bring(purchase)).accountToken).toBe(OWNER);
  });

  test("what is missing is named", async () => {
    const details = await detailsOf(b.t.app, project);
    expect(playStoreAdapter.missing(details)).toEqual([]);
    const { project: plain } = await b.t.addProject("Plain");
    const all = ["billing.play_store.package_name", "billing.play_store.service_account"];
    expect(playStoreAdapter.missing(await detailsOf(b.t.app, plain))).toEqual(all);
    const call = readPurchase(b.t.app, plain, { packageName: PACKAGE, purchaseToken: "made-up-token" });
    const error = (await call.catch((reason: unknown) => reason)) as AppError;
    expect(error).toMatchObject({
      reason: "STORE_NOT_CONFIGURED",
      metadata: { store: "play_store", missing: all.join(", ") },
    });
  });

  test("the check says what is right, and what to do about what is not", async () => {
    const check = async () => {
      const checks = await playStoreAdapter.check(b.t.app, project);
      return checks.map(({ name, ok, detail, remedy }) => [name, ok, ok ? detail : remedy] as const);
    };
    expect(await check()).toEqual([
      ["settings", true, `${PACKAGE}, svc@svc-demo.iam.gserviceaccount.com`],
      ["products", true, `Google Play lists 3 products of ${PACKAGE}`],
      ["notifications", true, expect.stringContaining("play-push@svc-demo")],
    ]);
    b.play.hasRights = false;
    expect(await check()).toContainEqual(["products", false, expect.stringContaining("36 hours")]);
    b.play.hasRights = true;
    b.play.fault = storeFaults["answers 429"];
    expect(await check()).toContainEqual(["products", false, expect.stringContaining("reach Google")]);
    b.play.fault = undefined;
    const playStore = { ...project.settings.billing.playStore, pubsubServiceAccount: "" };
    const settings = { billing: { ...project.settings.billing, playStore } };
    project = await updateProject(b.t.app, systemActor, project.id, { settings });
    expect(await check()).toContainEqual(["notifications", false, expect.stringContaining("setup billing")]);
    const secrets = new Map([["billing.play_store.service_account", ""] as const]);
    project = await updateProject(b.t.app, systemActor, project.id, { secrets });
    expect(await check()).toEqual([["settings", false, expect.stringContaining("setup billing")]]);
  });

  test("nothing that is logged or thrown holds the key of the account", async () => {
    b.play.fault = storeFaults["answers 500"];
    const error = (await bring(b.play.purchases.buy()).catch((reason: unknown) => reason)) as AppError;
    const said = JSON.stringify([error.detail, error.metadata, b.t.logLines]);
    expect(said).not.toContain("PRIVATE KEY");
    expect(said).not.toContain("assertion");
  });
});

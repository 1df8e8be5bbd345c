import { timestampFromMs, timestampMs } from "@bufbuild/protobuf/wkt";
import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { Store, SubscriptionState } from "@svc/proto/svc/billing/v1/subscription_pb";
import { UserService } from "@svc/proto/svc/server/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../../domain/analytics/record-event.ts";
import { applySnapshot } from "../../domain/billing/apply-snapshot.ts";
import type { BillingSettings } from "../../domain/billing/billing-settings.ts";
import type { Snapshot } from "../../domain/billing/snapshot.ts";
import type { Project } from "../../domain/projects/project.ts";
import { updateProject } from "../../domain/projects/update-project.ts";
import {
  adminBilling,
  backendBilling,
  billingOf,
  DAY_MS,
  MONTH_MS,
  PRO,
  paidMonth,
  SELLING,
  TEAM,
} from "../../testing/billing.ts";
import { engines } from "../../testing/engines.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const PASSWORD = "correct horse battery";
const HOUR_MS = 3_600_000;

describe.each(engines)("Billing on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let secretKey: string;
  let ada: TokenResponse;
  let now: number;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    ({ project, secretKey } = await t.addProject("Demo", { allowAnonymousSignIn: true, billing: SELLING }));
    ada = await t.addUser(project, "ada@example.com", PASSWORD);
    now = t.app.clock();
  });
  afterEach(() => t.close());

  const idOf = (tokens: TokenResponse) => tokens.user?.id ?? "";
  const tokenOf = async (tokens: TokenResponse) =>
    (await billingOf(t, project, tokens).getBillingAccount({})).purchaseAccountToken;
  const tell = (changes: Partial<Snapshot>) => applySnapshot(t.app, project, paidMonth(now, changes));
  /** The store tells that the user bought it. */
  const sells = async (tokens: TokenResponse, changes: Partial<Snapshot> = {}) =>
    tell({ accountToken: await tokenOf(tokens), ...changes });
  const active = async (tokens: TokenResponse) => {
    const { entitlements } = await billingOf(t, project, tokens).listEntitlements({});
    return entitlements.filter((one) => one.active).map(({ id }) => id);
  };
  const settings = async (billing: Partial<BillingSettings>) => {
    project = await updateProject(t.app, systemActor, project.id, {
      settings: { billing: { ...SELLING, ...billing } },
    });
  };

  test("GetBillingConfig tells the catalog by rank, under the ids of each store", async () => {
    const { tiers, stores } = await billingOf(t, project, ada).getBillingConfig({});
    expect(stores).toEqual([Store.APP_STORE]);
    expect(tiers.map(({ id, rank, entitlementIds }) => [id, rank, entitlementIds])).toEqual([
      ["pro", 1, ["pro"]],
      ["team", 2, ["pro", "team"]],
    ]);
    expect(tiers[0]?.products).toMatchObject([
      {
        id: "pro_monthly",
        period: "P1M",
        currency: "USD",
        amount: "9.99",
        appStoreProductId: PRO,
        stripe: false,
      },
    ]);
  });

  test("the purchase token is a random UUID of version 4, the same on every ask, for each user another", async () => {
    const asked = await Promise.all(Array.from({ length: 64 }, () => tokenOf(ada)));
    expect(new Set(asked).size).toBe(1);
    expect(asked[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(await tokenOf(await t.auth(project).signInAnonymously({}))).not.toBe(asked[0]);
  });

  test("a purchase gives what its tier gives, until it ends", async () => {
    await sells(ada, { productId: TEAM });
    const { entitlements } = await billingOf(t, project, ada).listEntitlements({});
    const { subscriptions } = await billingOf(t, project, ada).listSubscriptions({});
    expect(subscriptions).toMatchObject([
      {
        store: Store.APP_STORE,
        storeProductId: TEAM,
        tierId: "team",
        state: SubscriptionState.ACTIVE,
        willRenew: true,
        priceMicros: 9_990_000n,
        managementUrl: "https://apps.apple.com/account/subscriptions",
      },
    ]);
    expect(entitlements).toMatchObject(
      ["pro", "team"].map((id) => ({
        ...{
          id,
          active: true,
          subscriptionId: subscriptions[0]?.id,
          store: Store.APP_STORE,
          willRenew: true,
        },
        expiresAt: timestampFromMs(now + MONTH_MS + 2 * HOUR_MS),
      })),
    );
    // The renewal is told a little late: access goes on for the leeway, and no longer.
    t.advance(MONTH_MS + 2 * HOUR_MS - 1);
    ada = await t.auth(project).signIn({ email: "ada@example.com", password: PASSWORD });
    expect(await active(ada)).toEqual(["pro", "team"]);
    t.advance(1);
    expect(await active(ada)).toEqual([]);
  });

  test("what was turned off ends with its period, without leeway", async () => {
    await sells(ada, { state: "canceled", willRenew: false, accessUntil: now + 60_000 });
    t.advance(59_999);
    expect(await active(ada)).toEqual(["pro"]);
    t.advance(1);
    expect(await active(ada)).toEqual([]);
  });

  test.each([
    ["trialing", true],
    ["active", true],
    ["canceled", true],
    ["grace_period", true],
    ["pending", false],
    ["on_hold", false],
    ["paused", false],
    ["expired", false],
    ["revoked", false],
  ] as const)("%s gives access: %s", async (state, has) => {
    await sells(ada, { state });
    expect(await active(ada)).toEqual(has ? ["pro"] : []);
  });

  test("a refund ends access on the next call", async () => {
    await sells(ada);
    expect(await active(ada)).toEqual(["pro"]);
    await sells(ada, { takenAt: now + 1, state: "revoked" });
    expect(await active(ada)).toEqual([]);
  });

  test("the catalog as it is now decides", async () => {
    await sells(ada);
    await settings({ tiers: SELLING.tiers.map((tier) => ({ ...tier, entitlements: ["team"] })) });
    expect(await active(ada)).toEqual(["team"]);
    await settings({ tiers: [] });
    expect(await active(ada)).toEqual([]);
    expect((await billingOf(t, project, ada).listSubscriptions({})).subscriptions).toMatchObject([
      { tierId: "" },
    ]);
  });

  test("a purchase in a test environment counts and says so, unless the project ignores it", async () => {
    await sells(ada, { environment: "sandbox" });
    const { entitlements } = await billingOf(t, project, ada).listEntitlements({});
    expect(entitlements[0]).toMatchObject({ active: true, sandbox: true });
    await settings({ ignoreSandbox: true });
    expect(await active(ada)).toEqual([]);
  });

  test("what a guest bought stays theirs when they become permanent", async () => {
    const guest = await t.auth(project).signInAnonymously({});
    await sells(guest);
    const linked = await t
      .auth(project, guest.accessToken)
      .linkPassword({ email: "guest@example.com", password: PASSWORD });
    expect(await active(linked)).toEqual(["pro"]);
    const again = await t.auth(project).signIn({ email: "guest@example.com", password: PASSWORD });
    expect(await active(again)).toEqual(["pro"]);
    expect(await tokenOf(again)).toBe(await tokenOf(guest));
  });

  test("a project that sells nothing answers BILLING_DISABLED, to apps and backends", async () => {
    await settings({ enabled: false });
    const app = billingOf(t, project, ada);
    const backend = backendBilling(t, secretKey);
    const calls = [
      app.getBillingConfig({}),
      app.getBillingAccount({}),
      app.listEntitlements({}),
      app.listSubscriptions({}),
      app.syncPurchases({}),
      app.createCheckoutSession({}),
      app.createPortalSession({}),
      backend.getUserEntitlements({ userId: idOf(ada) }),
      backend.refreshSubscription({ subscriptionId: "x" }),
    ];
    expect(new Set(await Promise.all(calls.map(reasonOf)))).toEqual(new Set(["BILLING_DISABLED"]));
  });

  test("SyncPurchases takes at most 20, each with a proof", async () => {
    const purchase = { proof: { case: "appStoreSignedTransaction" as const, value: "a.b.c" } };
    const app = billingOf(t, project, ada);
    expect(await failureOf(app.syncPurchases({ purchases: Array(21).fill(purchase) }))).toMatchObject({
      reason: "INVALID_REQUEST",
      metadata: { field: "purchases" },
    });
    expect(await reasonOf(app.syncPurchases({ purchases: [{}] }))).toBe("INVALID_REQUEST");
    const { results, entitlements } = await app.syncPurchases({ purchases: [purchase] });
    expect(results.map(({ errorReason }) => errorReason)).toEqual(["PURCHASE_INVALID"]);
    expect(entitlements.map(({ active }) => active)).toEqual([false, false]);
  });

  test("a backend grants an entitlement, with or without an end, and takes it back", async () => {
    const backend = backendBilling(t, secretKey);
    const { grant } = await backend.grantEntitlement({
      ...{ userId: idOf(ada), entitlementId: "team", reason: "beta tester" },
      expiresAt: timestampFromMs(now + DAY_MS),
    });
    expect(await active(ada)).toEqual(["team"]);
    const held = await backend.getUserEntitlements({ userId: idOf(ada) });
    expect(held.entitlements[1]).toMatchObject({
      id: "team",
      active: true,
      store: Store.MANUAL,
      subscriptionId: "",
    });
    expect(held.grants).toMatchObject([{ id: grant?.id, entitlementId: "team", reason: "beta tester" }]);
    const forever = await backend.grantEntitlement({ userId: idOf(ada), entitlementId: "team" });
    const { entitlements } = await backend.getUserEntitlements({ userId: idOf(ada) });
    expect(entitlements[1]?.expiresAt).toBeUndefined();
    await backend.revokeEntitlementGrant({ grantId: forever.grant?.id ?? "" });
    await backend.revokeEntitlementGrant({ grantId: forever.grant?.id ?? "" });
    expect(await active(ada)).toEqual(["team"]);
    t.advance(DAY_MS);
    expect((await backend.getUserEntitlements({ userId: idOf(ada) })).grants).toEqual([]);
    expect((await backend.getUserEntitlements({ userId: idOf(ada) })).entitlements[1]).toMatchObject({
      active: false,
    });
  });

  test("a grant names an entitlement of the catalog and a time to come", async () => {
    const backend = backendBilling(t, secretKey);
    const grant = { userId: idOf(ada), entitlementId: "pro" };
    const field = async (change: object) =>
      (await failureOf(backend.grantEntitlement({ ...grant, ...change }))).metadata.field;
    expect(await field({ entitlementId: "nope" })).toBe("entitlement_id");
    expect(await field({ reason: "x".repeat(201) })).toBe("reason");
    expect(await field({ expiresAt: timestampFromMs(now) })).toBe("expires_at");
    expect(await reasonOf(backend.grantEntitlement({ ...grant, userId: "nobody" }))).toBe("NOT_FOUND");
    expect(await reasonOf(backend.revokeEntitlementGrant({ grantId: "nope" }))).toBe("NOT_FOUND");
  });

  test("the source whose access lasts longest is told", async () => {
    await sells(ada, { subjectKey: "short", accessUntil: now + DAY_MS });
    const { subscription } = await sells(ada, { subjectKey: "long", accessUntil: now + 2 * DAY_MS });
    const { entitlements } = await billingOf(t, project, ada).listEntitlements({});
    expect(entitlements[0]?.subscriptionId).toBe(subscription.id);
  });

  test("another project's subscription, grant and user are out of reach", async () => {
    const { subscription } = await sells(ada);
    const { grant } = await backendBilling(t, secretKey).grantEntitlement({
      userId: idOf(ada),
      entitlementId: "pro",
    });
    const other = await t.addProject("Other", { billing: SELLING });
    const { token } = await t.addAdmin();
    const backend = backendBilling(t, other.secretKey);
    const admin = adminBilling(t, token);
    const ids = { project: other.project.slug, subscriptionId: subscription.id };
    expect(await reasonOf(backend.refreshSubscription(ids))).toBe("NOT_FOUND");
    expect(await reasonOf(backend.revokeEntitlementGrant({ grantId: grant?.id ?? "" }))).toBe("NOT_FOUND");
    expect(await reasonOf(backend.getUserEntitlements({ userId: idOf(ada) }))).toBe("WRONG_PROJECT");
    expect(await reasonOf(backend.listUserSubscriptions({ userId: idOf(ada) }))).toBe("WRONG_PROJECT");
    expect(await reasonOf(admin.refreshSubscription(ids))).toBe("NOT_FOUND");
    expect(await reasonOf(admin.transferSubscription({ ...ids, userId: idOf(ada) }))).toBe("NOT_FOUND");
    expect((await admin.listSubscriptions({ project: other.project.slug })).subscriptions).toEqual([]);
    expect(await active(ada)).toEqual(["pro"]);
  });

  test("administrators list subscriptions, filtered and in pages, and give one to another user", async () => {
    const { token } = await t.addAdmin();
    const admin = adminBilling(t, token);
    for (let n = 0; n < 5; n++) {
      await sells(ada, {
        subjectKey: `s${n}`,
        ...(n === 4 && { environment: "sandbox" }),
        ...(n === 0 && { state: "expired" }),
      });
      t.advance(1_000);
    }
    const list = async (filter: object) => {
      const { subscriptions, nextPageToken } = await admin.listSubscriptions({
        project: project.slug,
        ...filter,
      });
      return { keys: subscriptions.map(({ storeKey }) => storeKey), nextPageToken, subscriptions };
    };
    expect((await list({})).keys).toEqual(["s3", "s2", "s1", "s0"]);
    expect((await list({ includeSandbox: true })).keys).toHaveLength(5);
    expect((await list({ state: SubscriptionState.EXPIRED })).keys).toEqual(["s0"]);
    expect((await list({ store: Store.STRIPE })).keys).toEqual([]);
    const first = await list({ pageSize: 3 });
    expect((await list({ pageSize: 3, pageToken: first.nextPageToken })).keys).toEqual(["s0"]);
    const eve = await t.addUser(project, "eve@example.com", PASSWORD);
    const subscriptionId = first.subscriptions[0]?.subscription?.id ?? "";
    const ids = { project: project.slug, subscriptionId };
    expect(await reasonOf(admin.transferSubscription({ ...ids, userId: "nobody" }))).toBe("NOT_FOUND");
    await admin.transferSubscription({ ...ids, userId: idOf(eve) });
    expect(await active(eve)).toEqual(["pro"]);
    expect((await list({ userId: idOf(eve) })).keys).toEqual(["s3"]);
    // The store goes on naming the old owner; that is no news.
    await sells(ada, { subjectKey: "s3", takenAt: now + 10 });
    expect((await list({ userId: idOf(eve) })).keys).toEqual(["s3"]);
  });

  test("deleting an account tells what only the user can end, and leaves it to nobody", async () => {
    const token = await tokenOf(ada);
    await sells(ada, { subjectKey: "renews" });
    await sells(ada, { subjectKey: "ends", state: "canceled", willRenew: false });
    await sells(ada, { subjectKey: "over", state: "expired" });
    const { activeStoreSubscriptions } = await t
      .auth(project, ada.accessToken)
      .deleteAccount({ currentPassword: PASSWORD });
    expect(activeStoreSubscriptions).toMatchObject([
      { storeProductId: PRO, managementUrl: "https://apps.apple.com/account/subscriptions" },
    ]);
    const rows = await t.app.db.selectFrom("subscriptions").selectAll().execute();
    expect(rows.map(({ userId, ownerDeletedAt }) => [userId, ownerDeletedAt])).toEqual(
      Array(3).fill([null, now]),
    );
    // The store goes on telling; the token leads to nobody any more.
    const told = await tell({ subjectKey: "renews", accountToken: token, takenAt: now + 1 });
    expect(told.subscription).toMatchObject({ userId: null, ownerDeletedAt: now });
  });

  test("DeleteUser tells the same, and queues what Stripe sold for its end", async () => {
    await sells(ada, { subjectKey: "sub_1", store: "stripe" });
    await sells(ada, { subjectKey: "apple" });
    const users = t.client(UserService, { "x-svc-key": secretKey });
    const { activeStoreSubscriptions } = await users.deleteUser({ userId: idOf(ada) });
    expect(activeStoreSubscriptions.map(({ store }) => store)).toEqual([Store.APP_STORE]);
    const queued = await t.app.db.selectFrom("stripeCancellations").selectAll().execute();
    expect(queued).toMatchObject([{ subscriptionKey: "sub_1", projectId: project.id, attempts: 0 }]);
    await settings({ keepStripeSubscriptions: true });
    const eve = await t.addUser(project, "eve@example.com", PASSWORD);
    await sells(eve, { subjectKey: "sub_2", store: "stripe" });
    await users.deleteUser({ userId: idOf(eve) });
    expect(await t.app.db.selectFrom("stripeCancellations").selectAll().execute()).toHaveLength(1);
  });

  test("the access that is told ends when it says", async () => {
    await sells(ada, { accessUntil: now + DAY_MS, willRenew: false });
    const { entitlements } = await billingOf(t, project, ada).listEntitlements({});
    expect(timestampMs(entitlements[0]?.expiresAt ?? timestampFromMs(0))).toBe(now + DAY_MS);
  });
});

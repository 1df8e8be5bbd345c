import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { PurchaseKind, PurchaseState, Store } from "@svc/proto/svc/billing/v1/subscription_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { billingOf } from "../../../testing/billing.ts";
import { engines } from "../../../testing/engines.ts";
import { ONE_TIME } from "../../../testing/one-time.ts";
import { AppStoreBench } from "../../../testing/stores/app-store-bench.ts";
import type { AppleOneTimePurchase } from "../../../testing/stores/app-store-one-time.ts";
import { systemActor } from "../../analytics/record-event.ts";
import type { Project } from "../../projects/project.ts";
import { updateProject } from "../../projects/update-project.ts";
import { processInbox } from "../process-inbox.ts";
import { reconcile } from "../reconcile.ts";

const PASSWORD = "correct horse battery";

describe.each(engines)("What is bought once in the App Store on $kind:", (engine) => {
  let b: AppStoreBench;
  let project: Project;
  let ada: TokenResponse;
  let eve: TokenResponse;
  beforeEach(async () => {
    b = await AppStoreBench.open(engine);
    project = await sell(await b.addProject());
    ada = await b.t.addUser(project, "ada@example.com", PASSWORD);
    eve = await b.t.addUser(project, "eve@example.com", PASSWORD);
  });
  afterEach(() => b.close());

  const sell = ({ id, settings: { billing } }: Project) =>
    updateProject(b.t.app, systemActor, id, {
      settings: { billing: { ...billing, oneTimeProducts: ONE_TIME } },
    });
  const billing = (tokens: TokenResponse) => billingOf(b.t, project, tokens);
  const bring = async (tokens: TokenResponse, value: string) => {
    b.t.advance(1);
    const proof = { case: "appStoreSignedTransaction" as const, value };
    const { results } = await billing(tokens).syncPurchases({ purchases: [{ proof }] });
    return results[0];
  };
  const buy = (...order: Parameters<typeof b.store.oneTime.buy>) => b.store.oneTime.buy(...order);
  const signed = (purchase: AppleOneTimePurchase) => b.store.oneTime.signedTransaction(purchase);
  const purchases = async (tokens: TokenResponse) => (await billing(tokens).listPurchases({})).purchases;
  const has = async (tokens: TokenResponse) => {
    const { entitlements } = await billing(tokens).listEntitlements({});
    return entitlements.filter(({ active }) => active).map(({ id }) => id);
  };
  const tell = async (body: string) => {
    b.store.webhooks.production = b.webhook(project);
    expect(await b.store.deliver("production", body)).toBe(200);
    await processInbox(b.t.app);
  };

  test("a lifetime product is accepted with its price, and restored on another device by the same user only", async () => {
    const purchase = buy();
    const result = await bring(ada, signed(purchase));
    expect(result).toMatchObject({
      errorReason: "",
      purchase: {
        ...{ store: Store.APP_STORE, productId: "pro_lifetime", kind: PurchaseKind.LIFETIME, quantity: 1 },
        ...{ state: PurchaseState.PAID, priceMicros: 199_000_000n, currency: "USD", familyShared: false },
      },
    });
    expect(result?.subscription).toBeUndefined();
    expect(await has(ada)).toEqual(["pro"]);
    expect((await bring(ada, b.store.oneTime.restore(purchase)))?.purchase?.id).toBe(result?.purchase?.id);
    expect(await purchases(ada)).toHaveLength(1);
    expect((await bring(eve, b.store.oneTime.restore(purchase)))?.errorReason).toBe(
      "PURCHASE_OWNED_BY_OTHER_USER",
    );
    expect(await has(eve)).toEqual([]);
  });

  test("each consumable and each non-renewing purchase is one of its own", async () => {
    for (const [type, product] of [
      ["Consumable", "coins_100"],
      ["Consumable", "coins_100"],
      ["Non-Renewing Subscription", "season_pass"],
      ["Non-Renewing Subscription", "season_pass"],
    ] as const) {
      await bring(ada, signed(buy({ type, product, quantity: product === "coins_100" ? 3 : 1 })));
    }
    expect((await purchases(ada)).map(({ kind, quantity }) => [kind, quantity])).toEqual([
      [PurchaseKind.NON_RENEWING, 1],
      [PurchaseKind.NON_RENEWING, 1],
      [PurchaseKind.CONSUMABLE, 3],
      [PurchaseKind.CONSUMABLE, 3],
    ]);
    expect(await has(ada)).toEqual([]);
  });

  test("Apple tells of a purchase that no app brought, and its token says whose it is", async () => {
    const { purchaseAccountToken } = await billing(ada).getBillingAccount({});
    await tell(b.store.oneTime.charge(buy({ accountToken: purchaseAccountToken.toUpperCase() })));
    expect(await has(ada)).toEqual(["pro"]);
  });

  test("a refund ends it, a device with an old transaction does not bring it back, and Apple's reversal does", async () => {
    const purchase = buy();
    const old = signed(purchase);
    await bring(ada, old);
    b.t.advance(1000);
    await tell(b.store.oneTime.refund(purchase));
    expect(await has(ada)).toEqual([]);
    expect((await bring(ada, old))?.purchase?.state).toBe(PurchaseState.REFUNDED);
    expect(await purchases(ada)).toMatchObject([{ refundedAt: expect.anything() }]);
    b.t.advance(1000);
    await tell(b.store.oneTime.reverseRefund(purchase));
    expect(await has(ada)).toEqual(["pro"]);
    expect((await purchases(ada))[0]?.refundedAt).toBeUndefined();
  });

  test("without a key an old transaction of a device does not undo a refund either", async () => {
    project = await sell(await b.addProject({}, ""));
    ada = await b.t.addUser(project, "bob@example.com", PASSWORD);
    const purchase = buy();
    await bring(ada, signed(purchase));
    b.t.advance(1000);
    const before = signed(purchase);
    await tell(b.store.oneTime.refund(purchase));
    await bring(ada, before);
    expect(await has(ada)).toEqual([]);
  });

  test("a member of a family has it until it is no longer shared", async () => {
    const purchase = buy({ familyShared: true });
    expect((await bring(ada, signed(purchase)))?.purchase?.familyShared).toBe(true);
    expect(await has(ada)).toEqual(["pro"]);
    b.t.advance(1000);
    await tell(b.store.oneTime.revoke(purchase));
    expect(await has(ada)).toEqual([]);
  });

  test("a refund that was never told is found in Apple's history", async () => {
    const purchase = buy();
    await bring(ada, signed(purchase));
    await reconcile(b.t.app, { hasJustStarted: false });
    b.store.oneTime.refund(purchase);
    b.t.advance(25 * 3_600_000);
    ada = await b.t.auth(project).signIn({ email: "ada@example.com", password: PASSWORD });
    await reconcile(b.t.app, { hasJustStarted: false });
    await processInbox(b.t.app);
    expect(await has(ada)).toEqual([]);
  });

  test("a transaction of another app, of another type, or without an id is not accepted", async () => {
    const { records } = b.store;
    const payload = JSON.parse(Buffer.from(signed(buy()).split(".")[1] ?? "", "base64url").toString());
    for (const wrong of [
      { bundleId: "com.example.other" },
      { type: "Rental" },
      { type: "Consumable", transactionId: "" },
    ]) {
      expect((await bring(ada, records.sign({ ...payload, ...wrong })))?.errorReason).toBe(
        "PURCHASE_INVALID",
      );
    }
    expect(await purchases(ada)).toEqual([]);
  });

  test("a purchase that Apple does not know yet is taken at Apple's signature", async () => {
    const purchase = buy();
    b.store.oneTime.purchases.length = 0;
    expect((await bring(ada, signed(purchase)))?.purchase?.state).toBe(PurchaseState.PAID);
  });
});

import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { PurchaseKind, PurchaseState } from "@svc/proto/svc/billing/v1/subscription_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { backendBilling, billingOf, DAY_MS } from "../../../testing/billing.ts";
import { engines } from "../../../testing/engines.ts";
import { ONE_TIME } from "../../../testing/one-time.ts";
import { PlayBench } from "../../../testing/stores/play-bench.ts";
import type { KeptOneTime, OneTimeBought } from "../../../testing/stores/play-one-time.ts";
import { oneTimeNotice, type PlayNotice, voidedNotice } from "../../../testing/stores/play-push.ts";
import { PACKAGE } from "../../../testing/stores/play-store.ts";
import { storeFaults } from "../../../testing/stores/store-fault.ts";
import type { Project } from "../../projects/project.ts";
import { processInbox } from "../process-inbox.ts";
import { reconcile } from "../reconcile.ts";

const PASSWORD = "correct horse battery";
const [PURCHASED, CANCELED] = [1, 2];

describe.each(engines)("What is bought once in Google Play on $kind:", (engine) => {
  let b: PlayBench;
  let project: Project;
  let secretKey: string;
  let ada: TokenResponse;
  beforeEach(async () => {
    b = await PlayBench.open(engine);
    ({ project, secretKey } = await b.sell({ oneTimeProducts: ONE_TIME }));
    ada = await b.t.addUser(project, "ada@example.com", PASSWORD);
  });
  afterEach(() => b.close());

  const billing = () => billingOf(b.t, project, ada);
  const buy = (bought: OneTimeBought = {}) => b.play.oneTime.buy(bought);
  const bring = async ({ token }: Pick<KeptOneTime, "token">, oneTime = true) => {
    b.t.advance(1);
    const proof = {
      case: "playStore" as const,
      value: { packageName: PACKAGE, purchaseToken: token, oneTime },
    };
    const { results } = await billing().syncPurchases({ purchases: [{ proof }] });
    return results[0];
  };
  const tell = async (notice: PlayNotice) => {
    b.t.advance(1000);
    expect(await b.play.deliver(notice, b.webhook(project))).toBe(200);
    await processInbox(b.t.app);
  };
  const acts = ({ token }: KeptOneTime) =>
    b.play.oneTime.acts.filter((one) => one.token === token).map(({ act }) => act);
  const has = async () =>
    (await billing().listEntitlements({})).entitlements.filter(({ active }) => active).map(({ id }) => id);
  const states = async () => (await billing().listPurchases({})).purchases.map(({ state }) => state);
  const reconcileLater = async (ms: number) => {
    b.t.advance(ms);
    ada = await b.t.auth(project).signIn({ email: "ada@example.com", password: PASSWORD });
    await reconcile(b.t.app, { hasJustStarted: false });
  };

  test("a lifetime product is acknowledged once it has an owner, and stays", async () => {
    const purchase = buy();
    await tell(oneTimeNotice(PURCHASED, purchase.token, purchase.productId));
    expect(acts(purchase)).toEqual([]);
    expect((await bring(purchase))?.purchase).toMatchObject({
      ...{
        kind: PurchaseKind.LIFETIME,
        state: PurchaseState.PAID,
        productId: "pro_lifetime",
        sandbox: false,
      },
    });
    expect(acts(purchase)).toEqual(["acknowledge"]);
    await bring(purchase);
    expect(acts(purchase)).toEqual(["acknowledge"]);
    await reconcileLater(4 * DAY_MS);
    await tell(oneTimeNotice(PURCHASED, purchase.token, purchase.productId));
    expect(await has()).toEqual(["pro"]);
  });

  test("what nobody claims is refunded by Google after three days, which the list of refunds tells", async () => {
    const purchase = buy();
    await tell(oneTimeNotice(PURCHASED, purchase.token, purchase.productId));
    await reconcileLater(1);
    await reconcileLater(4 * DAY_MS);
    await bring(purchase);
    expect([await has(), await states()]).toEqual([[], [PurchaseState.REFUNDED]]);
  });

  test("an acknowledgement that Google does not take is repeated before the three days are over", async () => {
    const purchase = buy();
    b.play.oneTime.takesNothing = true;
    expect((await bring(purchase))?.purchase?.state).toBe(PurchaseState.PAID);
    expect(acts(purchase)).toEqual([]);
    b.play.oneTime.takesNothing = false;
    await reconcileLater(3_600_000);
    expect(acts(purchase)).toEqual(["acknowledge"]);
    await reconcileLater(4 * DAY_MS);
    await bring(purchase);
    expect(await has()).toEqual(["pro"]);
  });

  test("a consumable is acknowledged when it has an owner, and can be bought again once the backend consumed it", async () => {
    const coins = { productId: "coins_100", buyer: "ada", quantity: 2 };
    const purchase = buy(coins);
    const id = (await bring(purchase))?.purchase?.id ?? "";
    expect(acts(purchase)).toEqual(["acknowledge"]);
    expect(() => buy(coins)).toThrow("ITEM_ALREADY_OWNED");
    await backendBilling(b.t, secretKey).consumePurchase({ purchaseId: id, claimId: "order-1" });
    expect(acts(purchase)).toEqual(["acknowledge", "consume"]);
    expect((await bring(buy(coins)))?.purchase).toMatchObject({ quantity: 2, state: PurchaseState.PAID });
  });

  test("what the backend consumed while Google was down is consumed there later", async () => {
    const purchase = buy({ productId: "coins_100" });
    const id = (await bring(purchase))?.purchase?.id ?? "";
    b.play.fault = storeFaults["answers 503"];
    const { purchase: consumed } = await backendBilling(b.t, secretKey).consumePurchase({
      ...{ purchaseId: id, claimId: "order-1" },
    });
    expect(consumed?.claimId).toBe("order-1");
    b.play.fault = undefined;
    await reconcileLater(3_600_000);
    expect(acts(purchase)).toEqual(["acknowledge", "consume"]);
  });

  test("a pending purchase gives nothing until it is paid, and one that is never paid is canceled", async () => {
    const purchase = buy({ isPending: true });
    const other = buy({ isPending: true });
    await bring(purchase);
    await bring(other);
    expect([await has(), acts(purchase)]).toEqual([[], []]);
    b.play.oneTime.finishPending(purchase, true);
    b.play.oneTime.finishPending(other, false);
    await tell(oneTimeNotice(PURCHASED, purchase.token, purchase.productId));
    await tell(oneTimeNotice(CANCELED, other.token, other.productId));
    expect([await has(), acts(purchase)]).toEqual([["pro"], ["acknowledge"]]);
    expect((await states()).toSorted()).toEqual([PurchaseState.PAID, PurchaseState.CANCELED]);
  });

  test("a payment that nobody told is found by the daily check", async () => {
    const purchase = buy({ isPending: true });
    await bring(purchase);
    b.play.oneTime.finishPending(purchase, true);
    await reconcileLater(DAY_MS + 1);
    expect(await has()).toEqual(["pro"]);
  });

  test.each([
    ["told", true],
    ["found in Google's list only", false],
  ])("a refund that is %s ends it for good", async (_, isTold) => {
    const purchase = buy();
    await bring(purchase);
    await reconcileLater(1);
    b.play.oneTime.refundOnly(purchase);
    if (isTold) await tell(voidedNotice(purchase.token, purchase.answer.orderId ?? "", 1, 2));
    else {
      await reconcileLater(25 * 3_600_000);
      await processInbox(b.t.app);
    }
    expect([await has(), await states()]).toEqual([[], [PurchaseState.REFUNDED]]);
    // The inbox is emptied some day, and Google may go on to call it purchased.
    await b.t.app.db.deleteFrom("billingInbox").execute();
    const [item] = purchase.answer.productLineItem ?? [];
    if (item?.productOfferDetails) item.productOfferDetails.refundableQuantity = 1;
    await bring(purchase);
    expect(await states()).toEqual([PurchaseState.REFUNDED]);
  });

  test("a refund of a part of several pieces leaves the purchase as it is", async () => {
    const purchase = buy({ productId: "coins_100", quantity: 3 });
    await bring(purchase);
    await tell(voidedNotice(purchase.token, purchase.answer.orderId ?? "", 2, 2));
    expect(await states()).toEqual([PurchaseState.PAID]);
  });

  test("a token of a subscription is not one of a one-time product, nor the other way round", async () => {
    expect((await bring(b.play.purchases.buy()))?.errorReason).toBe("PURCHASE_INVALID");
    expect((await bring(buy(), false))?.errorReason).toBe("PURCHASE_INVALID");
    expect((await bring({ token: "unknown-token" }))?.errorReason).toBe("PURCHASE_INVALID");
  });

  test("a test purchase is in the sandbox, and its token is in no event", async () => {
    const purchase = buy({ isTest: true });
    expect((await bring(purchase))?.purchase?.sandbox).toBe(true);
    const events = await b.t.app.db.selectFrom("events").selectAll().execute();
    expect(events.some(({ kind }) => kind === "purchase.paid")).toBe(true);
    expect(JSON.stringify(events)).not.toContain(purchase.token);
  });
});

import { randomBytes } from "node:crypto";
import type { androidpublisher_v3 } from "@googleapis/androidpublisher";

type PurchaseV2 = androidpublisher_v3.Schema$SubscriptionPurchaseV2;
type LineItem = androidpublisher_v3.Schema$SubscriptionPurchaseLineItem;
type Voided = androidpublisher_v3.Schema$VoidedPurchase;

export const DAY_MS = 86_400_000;
export const MONTH_MS = 30 * DAY_MS;

export type Bought = Readonly<{
  productId?: string;
  planId?: string;
  accountToken?: string;
  isTest?: boolean;
  isTrial?: boolean;
  isPrepaid?: boolean;
  /** Waits for a payment in cash. */
  isPending?: boolean;
  /** Bought in Play's own app by the owner of this earlier token. */
  outOfAppBy?: string;
  /** Takes the place of this purchase. */
  upgrades?: string;
  /** Product ids of what is bought together with it, each with the same plan and an order of its own. */
  addOns?: readonly string[];
}>;

/** A purchase as Google keeps it. */
export type KeptPurchase = { token: string; orders: string[]; answer: PurchaseV2; isGone: boolean };

/** The orders of the items of one purchase. */
function orderOf(order: string, n: number): string {
  return n === 0 ? order : `${order}.${n}`;
}

/** It was taken back alone, and does not come back when the others renew. */
function isRevoked({ autoRenewingPlan }: LineItem): boolean {
  return autoRenewingPlan !== undefined && !autoRenewingPlan.recurringPrice;
}

/** What was bought in an app, changed by Google, by its buyer or by its seller. */
export class PlayPurchases {
  readonly kept = new Map<string, KeptPurchase>();
  readonly voided: Voided[] = [];
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  buy(bought: Bought = {}): KeptPurchase {
    const token = `${randomBytes(12).toString("hex")}.AO-J1O${randomBytes(60).toString("base64url")}`;
    const order = `GPA.${randomBytes(8).toString("hex")}`;
    const { isPending = false, addOns = [] } = bought;
    if (addOns.length > 0 && bought.isPrepaid)
      throw new Error("Google sells add-ons for renewing plans only");
    const answer = {
      kind: "androidpublisher#subscriptionPurchaseV2",
      regionCode: "US",
      acknowledgementState: "ACKNOWLEDGEMENT_STATE_PENDING",
      subscriptionState: isPending ? "SUBSCRIPTION_STATE_PENDING" : "SUBSCRIPTION_STATE_ACTIVE",
      ...(!isPending && { startTime: this.#time(0) }),
      lineItems: [bought.productId, ...addOns].map((productId = "pro", n) =>
        this.#item({ ...bought, productId }, isPending ? undefined : orderOf(order, n)),
      ),
      ...(bought.upgrades && { linkedPurchaseToken: bought.upgrades }),
      ...(bought.isTest && { testPurchase: {} }),
      ...(bought.accountToken && {
        externalAccountIdentifiers: { obfuscatedExternalAccountId: bought.accountToken },
      }),
      ...(bought.outOfAppBy && {
        outOfAppPurchaseContext: {
          expiredExternalAccountIdentifiers: { obfuscatedExternalAccountId: bought.outOfAppBy },
        },
      }),
    } satisfies PurchaseV2;
    const purchase: KeptPurchase = { token, orders: isPending ? [] : [order], answer, isGone: false };
    this.kept.set(token, purchase);
    const old = this.kept.get(bought.upgrades ?? "");
    if (old && !isPending) this.#end(old, { replacementCancellation: {} });
    return purchase;
  }

  #item(
    { productId = "pro", planId = "p1m", isTrial, isPrepaid }: Bought,
    order: string | undefined,
  ): LineItem {
    const recurringPrice = { currencyCode: "USD", units: "9", nanos: 990_000_000 };
    return {
      productId,
      ...(order && {
        latestSuccessfulOrderId: order,
        expiryTime: this.#time(isTrial ? 7 * DAY_MS : MONTH_MS),
      }),
      offerDetails: { basePlanId: planId, ...(isTrial && { offerId: "free-trial" }) },
      offerPhase: isTrial ? { freeTrial: {} } : { basePrice: {} },
      ...(isPrepaid ? { prepaidPlan: {} } : { autoRenewingPlan: { autoRenewEnabled: true, recurringPrice } }),
    };
  }

  /** The next period is paid: after a period, a grace period, a hold or a pause. */
  renew(purchase: KeptPurchase): void {
    const order = `${purchase.orders[0]}..${purchase.orders.length - 1}`;
    purchase.orders.push(order);
    const expiryTime = this.#time(MONTH_MS);
    this.#change(purchase, "ACTIVE", { expiryTime, offerPhase: { basePrice: {} } });
    this.#give(purchase, order);
  }

  /** The payment in cash has come, or the voucher was never paid. */
  finishPending(purchase: KeptPurchase, isPaid: boolean): void {
    if (!isPaid) {
      this.#change(purchase, "PENDING_PURCHASE_CANCELED", {});
      return;
    }
    const order = `GPA.${randomBytes(8).toString("hex")}`;
    purchase.orders.push(order);
    purchase.answer.startTime = this.#time(0);
    this.#change(purchase, "ACTIVE", { expiryTime: this.#time(MONTH_MS) });
    this.#give(purchase, order);
  }

  /** Each item has an order of its own. */
  #give({ answer }: KeptPurchase, order: string): void {
    answer.lineItems = (answer.lineItems ?? []).map((item, n) =>
      isRevoked(item) ? item : { ...item, latestSuccessfulOrderId: orderOf(order, n) },
    );
  }

  cancel(purchase: KeptPurchase): void {
    purchase.answer.canceledStateContext = { userInitiatedCancellation: { cancelTime: this.#time(0) } };
    this.#change(purchase, "CANCELED", {}, false);
  }

  restart(purchase: KeptPurchase): void {
    delete purchase.answer.canceledStateContext;
    this.#change(purchase, "ACTIVE", {}, true);
  }

  grace(purchase: KeptPurchase): void {
    this.#change(purchase, "IN_GRACE_PERIOD", { expiryTime: this.#time(7 * DAY_MS) });
  }

  hold(purchase: KeptPurchase): void {
    this.#change(purchase, "ON_HOLD", { expiryTime: this.#time(0) });
  }

  pause(purchase: KeptPurchase): void {
    purchase.answer.pausedStateContext = { autoResumeTime: this.#time(MONTH_MS) };
    this.#change(purchase, "PAUSED", { expiryTime: this.#time(0) });
  }

  expire(purchase: KeptPurchase): void {
    this.#end(purchase, { systemInitiatedCancellation: {} });
  }

  /** One item of several is taken back and refunded. The others go on. */
  revokeItem(purchase: KeptPurchase, productId: string): string {
    const { lineItems = [] } = purchase.answer;
    const item = lineItems.find((item) => item.productId === productId);
    if (!item || lineItems.length < 2) throw new Error(`${productId} is not one item of several`);
    const orderId = item.latestSuccessfulOrderId ?? "";
    this.#void(purchase, orderId);
    purchase.answer.lineItems = lineItems.map((one) =>
      one === item ? { ...one, expiryTime: this.#time(0), autoRenewingPlan: {} } : one,
    );
    return orderId;
  }

  /** An order is given back whole. When it is the last one, the subscription ends. */
  refund(purchase: KeptPurchase, orderId: string): void {
    this.#void(purchase, orderId);
    if (orderId === purchase.orders.at(-1)) this.#end(purchase, { developerInitiatedCancellation: {} });
  }

  #void(purchase: KeptPurchase, orderId: string): void {
    this.voided.push({
      kind: "androidpublisher#voidedPurchase",
      purchaseToken: purchase.token,
      orderId,
      voidedTimeMillis: String(this.#clock()),
      purchaseTimeMillis: String(this.#clock()),
      voidedReason: 1,
      voidedSource: 0,
    } satisfies Voided);
  }

  #end(purchase: KeptPurchase, why: androidpublisher_v3.Schema$CanceledStateContext): void {
    purchase.answer.canceledStateContext = why;
    this.#change(purchase, "EXPIRED", { expiryTime: this.#time(0) }, false);
  }

  #change(purchase: KeptPurchase, state: string, item: LineItem, autoRenewEnabled?: boolean): void {
    purchase.answer.subscriptionState = `SUBSCRIPTION_STATE_${state}`;
    if (state !== "PAUSED") delete purchase.answer.pausedStateContext;
    purchase.answer.lineItems = (purchase.answer.lineItems ?? []).map((old) =>
      isRevoked(old)
        ? old
        : {
            ...old,
            ...item,
            ...(old.autoRenewingPlan &&
              autoRenewEnabled !== undefined && {
                autoRenewingPlan: { ...old.autoRenewingPlan, autoRenewEnabled },
              }),
          },
    );
  }

  #time(fromNowMs: number): string {
    return new Date(this.#clock() + fromNowMs).toISOString();
  }
}

import { randomBytes } from "node:crypto";
import type { androidpublisher_v3 } from "@googleapis/androidpublisher";
import { type GoogleAnswer, googleFailure } from "./google-tokens.ts";
import { DAY_MS } from "./play-purchases.ts";

type ProductPurchase = androidpublisher_v3.Schema$ProductPurchaseV2;
type Voided = androidpublisher_v3.Schema$VoidedPurchase;

export type OneTimeBought = Readonly<{
  productId?: string;
  quantity?: number;
  accountToken?: string;
  isTest?: boolean;
  /** Waits for a payment in cash. */
  isPending?: boolean;
  /** The Google account; another one each time when it is left out. */
  buyer?: string;
}>;

export type KeptOneTime = {
  readonly token: string;
  readonly buyer: string;
  readonly productId: string;
  readonly boughtAt: number;
  answer: ProductPurchase;
};

/** Google refunds by itself what nobody acknowledges or consumes within three days. */
const ACKNOWLEDGE_WITHIN_MS = 3 * DAY_MS;

const no = (reason: string): GoogleAnswer => googleFailure(400, "INVALID_ARGUMENT", reason);

/** One-time products that were bought in an app. */
export class PlayOneTime {
  readonly kept = new Map<string, KeptOneTime>();
  readonly voided: Voided[] = [];
  /** What was said about them, in order. */
  readonly acts: Array<{ act: "acknowledge" | "consume"; token: string }> = [];
  /** Google can be asked and takes nothing. */
  takesNothing = false;
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  buy(bought: OneTimeBought = {}): KeptOneTime {
    const { productId = "pro_lifetime", quantity = 1, isPending = false } = bought;
    const buyer = bought.buyer ?? randomBytes(6).toString("hex");
    this.#refundForgotten();
    const owned = [...this.kept.values()].find(
      (one) => one.buyer === buyer && one.productId === productId && this.#isOwned(one),
    );
    if (owned) throw new Error("ITEM_ALREADY_OWNED");
    const token = `${randomBytes(12).toString("hex")}.AO-J1O${randomBytes(60).toString("base64url")}`;
    const answer = {
      kind: "androidpublisher#productPurchaseV2",
      regionCode: "US",
      orderId: `GPA.${randomBytes(8).toString("hex")}`,
      acknowledgementState: "ACKNOWLEDGEMENT_STATE_PENDING",
      purchaseStateContext: { purchaseState: isPending ? "PENDING" : "PURCHASED" },
      ...(!isPending && { purchaseCompletionTime: new Date(this.#clock()).toISOString() }),
      ...(bought.isTest && { testPurchaseContext: { fopType: "TEST" } }),
      ...(bought.accountToken && { obfuscatedExternalAccountId: bought.accountToken }),
      productLineItem: [
        {
          productId,
          productOfferDetails: {
            quantity,
            refundableQuantity: quantity,
            consumptionState: "CONSUMPTION_STATE_YET_TO_BE_CONSUMED",
          },
        },
      ],
    } satisfies ProductPurchase;
    const purchase = { token, buyer, productId, boughtAt: this.#clock(), answer };
    this.kept.set(token, purchase);
    return purchase;
  }

  finishPending({ answer }: KeptOneTime, isPaid: boolean): void {
    answer.purchaseStateContext = { purchaseState: isPaid ? "PURCHASED" : "CANCELLED" };
    if (isPaid) answer.purchaseCompletionTime = new Date(this.#clock()).toISOString();
  }

  /** The seller or Google gives the money back and takes the product away. */
  refund({ token, answer }: KeptOneTime): void {
    answer.purchaseStateContext = { purchaseState: "CANCELLED" };
    this.#void(token, answer);
  }

  /** The money is given back and the product stays, as the seller may choose; it is voided all the same. */
  refundOnly({ token, answer }: KeptOneTime): void {
    this.#void(token, answer);
  }

  answerGet(query: URLSearchParams, token: string): GoogleAnswer {
    this.#refundForgotten();
    if (query.size > 0) return no("badRequest");
    const purchase = this.kept.get(token);
    return purchase ? [200, purchase.answer] : googleFailure(404, "NOT_FOUND", "purchaseTokenNotFound");
  }

  /** `body` undefined: the request has none. */
  answerAct(query: URLSearchParams, path: readonly string[], body: unknown): GoogleAnswer {
    this.#refundForgotten();
    if (this.takesNothing) return googleFailure(503, "UNAVAILABLE", "backendError");
    const [, , productId, tokens, last = ""] = path;
    const [token = "", act] = last.split(/:(?=acknowledge$|consume$)/);
    if (tokens !== "tokens" || query.size > 0) return no("badRequest");
    const isBody = act === "consume" ? body === undefined : hasOnly(body, ["developerPayload"]);
    if (!isBody) return no("parseError");
    const purchase = this.kept.get(token);
    if (!purchase) return googleFailure(404, "NOT_FOUND", "purchaseTokenNotFound");
    const { answer } = purchase;
    const offer = answer.productLineItem?.[0]?.productOfferDetails;
    if (purchase.productId !== productId || answer.purchaseStateContext?.purchaseState !== "PURCHASED")
      return no("productNotOwnedByUser");
    if (offer?.consumptionState === "CONSUMPTION_STATE_CONSUMED") return no("productNotOwnedByUser");
    if (act !== "acknowledge" && act !== "consume") return no("badRequest");
    this.acts.push({ act, token });
    answer.acknowledgementState = "ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED";
    if (act === "consume" && offer) offer.consumptionState = "CONSUMPTION_STATE_CONSUMED";
    return [200, undefined];
  }

  #isOwned({ answer }: KeptOneTime): boolean {
    const isConsumed =
      answer.productLineItem?.[0]?.productOfferDetails?.consumptionState === "CONSUMPTION_STATE_CONSUMED";
    return answer.purchaseStateContext?.purchaseState !== "CANCELLED" && !isConsumed;
  }

  #void(token: string, answer: ProductPurchase): void {
    const offer = answer.productLineItem?.[0]?.productOfferDetails;
    if (offer) offer.refundableQuantity = 0;
    this.voided.push({
      kind: "androidpublisher#voidedPurchase",
      purchaseToken: token,
      orderId: answer.orderId ?? "",
      voidedTimeMillis: String(this.#clock()),
      purchaseTimeMillis: String(this.#clock()),
      voidedReason: 1,
      voidedSource: 0,
    });
  }

  #refundForgotten(): void {
    for (const purchase of this.kept.values()) {
      const { answer } = purchase;
      const since = Date.parse(answer.purchaseCompletionTime ?? "");
      const isForgotten =
        answer.purchaseStateContext?.purchaseState === "PURCHASED" &&
        answer.acknowledgementState === "ACKNOWLEDGEMENT_STATE_PENDING" &&
        this.#clock() - since > ACKNOWLEDGE_WITHIN_MS;
      if (isForgotten) this.refund(purchase);
    }
  }
}

function hasOnly(body: unknown, known: readonly string[]): boolean {
  return typeof body === "object" && body !== null && Object.keys(body).every((key) => known.includes(key));
}

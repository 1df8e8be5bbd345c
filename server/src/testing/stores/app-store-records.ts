import { randomUUID } from "node:crypto";
import type { Environment } from "../../domain/billing/environment.ts";
import { MONTH_MS } from "../billing.ts";
import { type AppleChain, signAsApple } from "./apple-ca.ts";

/** An app as App Store Connect knows it. */
export const TEST_APP = { bundleId: "com.example.fernweh", appAppleId: 1234567890 } as const;

/** A subscription as Apple keeps it; tests may write to it what no method does. */
export type AppleSubscription = {
  readonly originalTransactionId: string;
  readonly environment: Environment;
  readonly familyShared: boolean;
  readonly originalPurchaseDate: number;
  transactionId: string;
  productId: string;
  autoRenewProductId: string;
  status: number;
  autoRenewStatus: number;
  purchaseDate: number;
  expiresDate: number;
  periodMs: number;
  isTrial: boolean;
  /** As the app wrote it, perhaps in capitals. */
  accountToken: string | undefined;
  price: number;
  currency: string;
  gracePeriodExpiresDate: number | undefined;
  revocationDate: number | undefined;
  revocationReason: number | undefined;
  expirationIntent: number | undefined;
};

export type Purchase = Partial<
  Pick<
    AppleSubscription,
    "accountToken" | "environment" | "familyShared" | "isTrial" | "periodMs" | "price" | "productId"
  >
>;

const ENVIRONMENT_NAMES = { production: "Production", sandbox: "Sandbox" } as const;

let lastTransactionId = 2_000_000_000_000_000;
export const newTransactionId = (): string => String(++lastTransactionId);

/** What customers buy and what becomes of it, in the words of Apple's payloads. */
export class AppStoreRecords {
  readonly subscriptions = new Map<string, AppleSubscription>();
  readonly #chain: AppleChain;
  readonly #clock: () => number;

  constructor(chain: AppleChain, clock: () => number) {
    this.#chain = chain;
    this.#clock = clock;
  }

  add(purchase: Purchase): AppleSubscription {
    const now = this.#clock();
    const transactionId = newTransactionId();
    const { productId = `${TEST_APP.bundleId}.pro_monthly`, periodMs = MONTH_MS, isTrial = false } = purchase;
    const subscription: AppleSubscription = {
      originalTransactionId: transactionId,
      environment: purchase.environment ?? "production",
      familyShared: purchase.familyShared ?? false,
      originalPurchaseDate: now,
      transactionId,
      productId,
      autoRenewProductId: productId,
      status: 1,
      autoRenewStatus: 1,
      purchaseDate: now,
      expiresDate: now + periodMs,
      periodMs,
      isTrial,
      accountToken: purchase.accountToken,
      price: isTrial ? 0 : (purchase.price ?? 9990),
      currency: "USD",
      gracePeriodExpiresDate: undefined,
      revocationDate: undefined,
      revocationReason: undefined,
      expirationIntent: undefined,
    };
    this.subscriptions.set(transactionId, subscription);
    return subscription;
  }

  /** The next period, paid. */
  renew(subscription: AppleSubscription): void {
    const start = Math.max(subscription.expiresDate, this.#clock() - subscription.periodMs);
    Object.assign(subscription, {
      transactionId: newTransactionId(),
      productId: subscription.autoRenewProductId,
      status: 1,
      purchaseDate: start,
      expiresDate: start + subscription.periodMs,
      isTrial: false,
      price: subscription.price === 0 ? 9990 : subscription.price,
      gracePeriodExpiresDate: undefined,
      expirationIntent: undefined,
    });
  }

  transactionOf(subscription: AppleSubscription): Record<string, unknown> {
    const { isTrial, familyShared } = subscription;
    return {
      transactionId: subscription.transactionId,
      originalTransactionId: subscription.originalTransactionId,
      webOrderLineItemId: "2000000000000001",
      bundleId: TEST_APP.bundleId,
      productId: subscription.productId,
      subscriptionGroupIdentifier: "20001234",
      purchaseDate: subscription.purchaseDate,
      originalPurchaseDate: subscription.originalPurchaseDate,
      expiresDate: subscription.expiresDate,
      quantity: 1,
      type: "Auto-Renewable Subscription",
      appAccountToken: subscription.accountToken,
      inAppOwnershipType: familyShared ? "FAMILY_SHARED" : "PURCHASED",
      signedDate: this.#clock(),
      revocationDate: subscription.revocationDate,
      revocationReason: subscription.revocationReason,
      ...(isTrial && { offerType: 1, offerDiscountType: "FREE_TRIAL", offerPeriod: "P1W" }),
      environment: ENVIRONMENT_NAMES[subscription.environment],
      transactionReason: "PURCHASE",
      storefront: "USA",
      storefrontId: "143441",
      price: subscription.price,
      currency: subscription.currency,
    };
  }

  renewalOf(subscription: AppleSubscription): Record<string, unknown> {
    return {
      originalTransactionId: subscription.originalTransactionId,
      autoRenewProductId: subscription.autoRenewProductId,
      productId: subscription.productId,
      autoRenewStatus: subscription.autoRenewStatus,
      renewalPrice: 9990,
      currency: subscription.currency,
      signedDate: this.#clock(),
      environment: ENVIRONMENT_NAMES[subscription.environment],
      recentSubscriptionStartDate: subscription.originalPurchaseDate,
      renewalDate: subscription.expiresDate,
      gracePeriodExpiresDate: subscription.gracePeriodExpiresDate,
      expirationIntent: subscription.expirationIntent,
      isInBillingRetryPeriod: subscription.status === 3 || subscription.status === 4,
      appAccountToken: subscription.accountToken,
    };
  }

  /** `lastTransactionsItem`: also what a notification says about a subscription. */
  lastTransaction(subscription: AppleSubscription): Record<string, unknown> {
    return {
      originalTransactionId: subscription.originalTransactionId,
      status: subscription.status,
      signedTransactionInfo: this.sign(this.transactionOf(subscription)),
      signedRenewalInfo: this.sign(this.renewalOf(subscription)),
    };
  }

  /** `signedPayload` of a notification about it; `data` replaces parts of what Apple would say. */
  notification(
    type: string,
    subtype: string | undefined,
    subscription: AppleSubscription,
    data: Record<string, unknown> = {},
  ): string {
    const { originalTransactionId: _, ...signed } = this.lastTransaction(subscription);
    return this.envelope(type, subtype, subscription.environment, { ...signed, ...data });
  }

  /** `signedPayload` of a notification of any kind. */
  envelope(
    type: string,
    subtype: string | undefined,
    environment: Environment,
    data: Record<string, unknown> = {},
  ): string {
    return this.sign({
      notificationType: type,
      subtype,
      notificationUUID: randomUUID(),
      version: "2.0",
      signedDate: this.#clock(),
      data: {
        // As in the real one, the sandbox does not tell the number of the app.
        ...(environment === "production" && { appAppleId: TEST_APP.appAppleId }),
        bundleId: TEST_APP.bundleId,
        bundleVersion: "1.0",
        environment: ENVIRONMENT_NAMES[environment],
        ...data,
      },
    });
  }

  sign(payload: object): string {
    return signAsApple(this.#chain, payload);
  }
}

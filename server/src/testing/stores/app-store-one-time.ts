import type { Environment } from "../../domain/billing/environment.ts";
import { type AppStoreRecords, newTransactionId, TEST_APP } from "./app-store-records.ts";

export type AppleOneTimeType = "Non-Consumable" | "Consumable" | "Non-Renewing Subscription";

/** Something that was bought once, as Apple keeps it. */
export type AppleOneTimePurchase = {
  readonly originalTransactionId: string;
  /** The first is the original; a non-consumable gets another one whenever it is restored. */
  readonly transactionIds: string[];
  readonly type: AppleOneTimeType;
  readonly productId: string;
  readonly environment: Environment;
  readonly familyShared: boolean;
  readonly purchaseDate: number;
  readonly quantity: number;
  readonly accountToken: string | undefined;
  revocationDate: number | undefined;
};

export type OneTimeOrder = Partial<
  Pick<AppleOneTimePurchase, "type" | "environment" | "familyShared" | "quantity" | "accountToken">
> & { product?: string };

/** What customers buy once. Each of their acts returns the notification about it, which is in the history. */
export class AppStoreOneTime {
  readonly purchases: AppleOneTimePurchase[] = [];
  readonly #records: AppStoreRecords;
  readonly #clock: () => number;
  readonly #keep: (environment: Environment, signedPayload: string) => string;

  constructor(
    records: AppStoreRecords,
    clock: () => number,
    keep: (environment: Environment, signedPayload: string) => string,
  ) {
    this.#records = records;
    this.#clock = clock;
    this.#keep = keep;
  }

  buy(order: OneTimeOrder = {}): AppleOneTimePurchase {
    const id = newTransactionId();
    const { type = "Non-Consumable", product = "pro_lifetime" } = order;
    const purchase: AppleOneTimePurchase = {
      originalTransactionId: id,
      transactionIds: [id],
      type,
      productId: `${TEST_APP.bundleId}.${product}`,
      environment: order.environment ?? "production",
      familyShared: order.familyShared ?? false,
      purchaseDate: this.#clock(),
      quantity: order.quantity ?? 1,
      accountToken: order.accountToken,
      revocationDate: undefined,
    };
    this.purchases.push(purchase);
    return purchase;
  }

  charge(purchase: AppleOneTimePurchase): string {
    return this.tell("ONE_TIME_CHARGE", purchase);
  }

  refund(purchase: AppleOneTimePurchase): string {
    purchase.revocationDate = this.#clock();
    return this.tell("REFUND", purchase);
  }

  reverseRefund(purchase: AppleOneTimePurchase): string {
    purchase.revocationDate = undefined;
    return this.tell("REFUND_REVERSED", purchase);
  }

  /** The buyer no longer shares it. */
  revoke(purchase: AppleOneTimePurchase): string {
    purchase.revocationDate = this.#clock();
    return this.tell("REVOKE", purchase);
  }

  tell(type: string, purchase: AppleOneTimePurchase): string {
    const signedTransactionInfo = this.signedTransaction(purchase);
    const { environment } = purchase;
    // Without `status` and `signedRenewalInfo`: there is nothing to renew.
    return this.#keep(
      environment,
      this.#records.envelope(type, undefined, environment, { signedTransactionInfo }),
    );
  }

  /** What the app reads from StoreKit, of the newest transaction or of another one. */
  signedTransaction(purchase: AppleOneTimePurchase, transactionId = purchase.transactionIds.at(-1)): string {
    return this.#records.sign({
      transactionId,
      originalTransactionId: purchase.originalTransactionId,
      bundleId: TEST_APP.bundleId,
      productId: purchase.productId,
      purchaseDate: purchase.purchaseDate,
      originalPurchaseDate: purchase.purchaseDate,
      quantity: purchase.quantity,
      type: purchase.type,
      appAccountToken: purchase.accountToken,
      inAppOwnershipType: purchase.familyShared ? "FAMILY_SHARED" : "PURCHASED",
      signedDate: this.#clock(),
      revocationDate: purchase.revocationDate,
      ...(purchase.revocationDate !== undefined && { revocationReason: 0 }),
      environment: purchase.environment === "production" ? "Production" : "Sandbox",
      transactionReason: "PURCHASE",
      storefront: "USA",
      storefrontId: "143441",
      price: 199_000,
      currency: "USD",
    });
  }

  /** On another device a non-consumable comes under a transaction id of its own. */
  restore(purchase: AppleOneTimePurchase): string {
    if (purchase.type !== "Non-Consumable") throw new Error(`Apple does not restore a ${purchase.type}`);
    purchase.transactionIds.push(newTransactionId());
    return this.signedTransaction(purchase);
  }

  /** `signedTransactionInfo` of Get Transaction Info. */
  find(environment: Environment, id: string): string | undefined {
    const found = this.purchases.find(
      (one) => one.environment === environment && one.transactionIds.includes(id),
    );
    return found && this.signedTransaction(found, id);
  }
}

import type { Millis } from "../../../storage/db.ts";
import type { Environment } from "../environment.ts";
import { readEnvironment, type SignedClaims, untrusted } from "./verify-signed.ts";

/** A purchase or a renewal, as Apple signed it. */
export type Transaction = Readonly<{
  bundleId: string;
  environment: Environment;
  originalTransactionId: string;
  /** Of this purchase or renewal; empty when Apple leaves it out. */
  transactionId: string;
  productId: string;
  /** `Auto-Renewable Subscription`, or one of what is bought once. */
  type: string;
  signedDate: Millis;
  purchaseDate: Millis;
  originalPurchaseDate: Millis;
  /** Missing where there is nothing to renew. */
  expiresDate: Millis | undefined;
  revocationDate: Millis | undefined;
  revocationReason: number | undefined;
  quantity: number;
  isUpgraded: boolean;
  isTrial: boolean;
  isFamilyShared: boolean;
  accountToken: string | null;
  priceMicros: number | null;
  currency: string;
}>;

/** What becomes of a subscription at its end, as Apple signed it. */
export type Renewal = Readonly<{
  environment: Environment;
  originalTransactionId: string;
  productId: string;
  signedDate: Millis;
  /** 1 on, 0 off. */
  autoRenewStatus: number | undefined;
  /** The end of the newest period. */
  renewalDate: Millis | undefined;
  gracePeriodExpiresDate: Millis | undefined;
  expirationIntent: number | undefined;
  accountToken: string | null;
}>;

const INTRODUCTORY_OFFER = 1;

/** Numbers and words that are not known here are kept or mean nothing; a value of another kind is not Apple's. */
export function readTransaction(claims: SignedClaims): Transaction {
  const { text, number, flag } = readers(claims);
  const isFreeTrial = text("offerDiscountType") === "FREE_TRIAL";
  return {
    ...readSubject(claims),
    bundleId: text("bundleId") ?? "",
    transactionId: text("transactionId") ?? "",
    type: text("type") ?? "",
    purchaseDate: required(number("purchaseDate"), "purchaseDate"),
    originalPurchaseDate: required(number("originalPurchaseDate"), "originalPurchaseDate"),
    expiresDate: number("expiresDate"),
    revocationDate: number("revocationDate"),
    revocationReason: number("revocationReason"),
    quantity: Math.max(1, number("quantity") ?? 1),
    isUpgraded: flag("isUpgraded") ?? false,
    isTrial: number("offerType") === INTRODUCTORY_OFFER && isFreeTrial,
    isFamilyShared: text("inAppOwnershipType") === "FAMILY_SHARED",
    priceMicros: microsOf(number("price")),
    currency: text("currency") ?? "",
  };
}

export function readRenewal(claims: SignedClaims): Renewal {
  const { number } = readers(claims);
  return {
    ...readSubject(claims),
    autoRenewStatus: number("autoRenewStatus"),
    renewalDate: number("renewalDate"),
    gracePeriodExpiresDate: number("gracePeriodExpiresDate"),
    expirationIntent: number("expirationIntent"),
  };
}

function readSubject(
  claims: SignedClaims,
): Pick<Renewal, "environment" | "originalTransactionId" | "productId" | "signedDate" | "accountToken"> {
  const { text, number } = readers(claims);
  const originalTransactionId = text("originalTransactionId") ?? "";
  if (!/^[\w-]{1,64}$/.test(originalTransactionId)) throw untrusted("no usable originalTransactionId");
  const productId = text("productId") ?? "";
  if (productId === "" || productId.length > 255) throw untrusted("no usable productId");
  return {
    environment: readEnvironment(claims.environment),
    originalTransactionId,
    productId,
    signedDate: required(number("signedDate"), "signedDate"),
    accountToken: accountTokenOf(text("appAccountToken")),
  };
}

/** Each undefined when the member is missing, PURCHASE_INVALID when it is of another kind. */
function readers(claims: SignedClaims): {
  text: (name: string) => string | undefined;
  number: (name: string) => number | undefined;
  flag: (name: string) => boolean | undefined;
} {
  const of =
    <T>(isRight: (value: unknown) => value is T) =>
    (name: string): T | undefined => {
      const value = claims[name] ?? undefined;
      if (value !== undefined && !isRight(value)) throw untrusted(`${name} is of another kind`);
      return value;
    };
  return {
    text: of((value) => typeof value === "string"),
    number: of((value): value is number => Number.isSafeInteger(value)),
    flag: of((value) => typeof value === "boolean"),
  };
}

function required(value: Millis | undefined, name: string): Millis {
  if (value === undefined) throw untrusted(`without ${name}`);
  return value;
}

/** Swift writes UUIDs in capitals. */
function accountTokenOf(token: string | undefined): string | null {
  const lower = token?.toLowerCase() ?? "";
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(lower) ? lower : null;
}

/** Apple counts in thousandths of the currency. */
function microsOf(milliunits: number | undefined): number | null {
  return milliunits === undefined || milliunits < 0 ? null : milliunits * 1000;
}

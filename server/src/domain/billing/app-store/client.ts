import type { X509Certificate } from "node:crypto";
import type { Millis } from "../../../storage/db.ts";
import type { Environment } from "../environment.ts";

/** The in-app purchase key, which opens the App Store Server API. */
export type AppStoreKey = Readonly<{
  issuerId: string;
  keyId: string;
  bundleId: string;
  /** The text of the .p8 file. */
  privateKey: string;
}>;

/** Where Apple says a subscription stands; the two are signed (JWS) and not verified yet. */
export type AppStoreStatus = Readonly<{
  status: number;
  signedTransactionInfo: string;
  signedRenewalInfo: string;
}>;

/** What Apple is told about a purchase whose buyer wants the money back. Apple takes it with the buyer's consent only. */
export type ConsumptionAnswer = Readonly<{
  customerConsented: true;
  deliveryStatus: "DELIVERED";
  /** Whether there was something to try before it was bought. */
  sampleContentProvided: boolean;
}>;

/**
 * What the server asks of the App Store Server API. Where it does not answer in time, refuses our key
 * or answers with an error of its own, each throws STORE_UNAVAILABLE (`storeUnavailable`).
 */
export type AppStoreClient = Readonly<{
  /** What signed data must descend from. */
  roots: readonly X509Certificate[];
  /** Undefined when the environment does not know it. */
  findStatus: (
    key: AppStoreKey,
    environment: Environment,
    originalTransactionId: string,
  ) => Promise<AppStoreStatus | undefined>;
  /** The signed transaction (JWS), not verified yet; undefined when the environment does not know it. */
  findTransaction: (
    key: AppStoreKey,
    environment: Environment,
    transactionId: string,
  ) => Promise<string | undefined>;
  /** False when Apple refuses: for purchases shared in a family. */
  setAccountToken: (
    key: AppStoreKey,
    environment: Environment,
    originalTransactionId: string,
    accountToken: string,
  ) => Promise<boolean>;
  /** Answers a CONSUMPTION_REQUEST. False when Apple does not know the transaction, or wants nothing about its kind. */
  sendConsumption: (
    key: AppStoreKey,
    environment: Environment,
    transactionId: string,
    answer: ConsumptionAnswer,
  ) => Promise<boolean>;
  /** Asks for a test notification and returns the token by which its fate can be asked. */
  requestTestNotification: (key: AppStoreKey, environment: Environment) => Promise<string>;
  /** Undefined when Apple knows no such test or has not tried to send it yet; then Apple's word for how it went, such as SUCCESS. */
  findTestNotification: (
    key: AppStoreKey,
    environment: Environment,
    token: string,
  ) => Promise<string | undefined>;
  /** Signed notifications (`signedPayload`) that Apple sent between the two, oldest first. */
  listNotifications: (
    key: AppStoreKey,
    environment: Environment,
    from: Millis,
    to: Millis,
  ) => AsyncIterable<string>;
}>;

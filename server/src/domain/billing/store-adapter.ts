import type { SecretBox } from "../../crypto/secret-box.ts";
import type { Log } from "../../runtime/log.ts";
import type { BillingInboxRow, Db, Millis, PurchaseRow, SubscriptionRow, User } from "../../storage/db.ts";
import type { Project } from "../projects/project.ts";
import type { Environment } from "./environment.ts";
import type { PurchaseSnapshot } from "./purchase.ts";
import type { Snapshot } from "./snapshot.ts";
import type { StoreClients, StoreName } from "./stores.ts";

/** What the server knows of the stores: how to ask each, and what to make of the answers. */
export type Stores = StoreClients & Readonly<{ adapters: Readonly<Record<StoreName, StoreAdapter>> }>;

/** What talking to a store takes. */
export type StoreApp = Readonly<{
  clock: () => Millis;
  db: Db;
  log: Log;
  newId: () => string;
  secretBox: SecretBox;
  stores: Stores;
}>;

/** A notification whose sender was proven, before it is stored. */
export type NewNotification = Readonly<
  Pick<
    BillingInboxRow,
    "notificationId" | "environment" | "type" | "subtype" | "subjectKey" | "payload" | "occurredAt"
  > & {
    /** Set when it is stored and nothing is done: a test, an unknown type, another app. */
    ignoredBecause?: string;
  }
>;

export type Ignored = Readonly<{ ignoredBecause: string }>;
/** The notification was a question, and the store has the answer. */
export type Answered = Readonly<{ isAnswered: true }>;

export type Subject = Readonly<{ subjectKey: string; environment: Environment }>;

/** Whether to go without a test notification in production, where a store has environments. */
export type CheckOptions = Readonly<{ skipProductionNotification?: boolean }>;

/** One thing that was looked at at a store; `remedy` says what to do when it is not ok. */
export type StoreCheck = Readonly<{ name: string; ok: boolean; detail: string; remedy: string }>;

/** A call of a webhook. */
export type WebhookCall = Readonly<{
  headers: Readonly<{ [name: string]: string | string[] | undefined; authorization?: string | undefined }>;
  body: Buffer;
}>;

export type CheckoutInput = Readonly<{
  productId: string;
  successUrl: string;
  cancelUrl: string;
  allowOtherStore: boolean;
}>;
type Buyer = Readonly<{ user: User }>;

export type Refunded = Readonly<{ currency: string; micros: number }>;
/** `given-back`: all of it was given back before, or is disputed. `unpaid`: there is nothing that the store can give back. */
export type RefundOutcome =
  | Readonly<{ kind: "refunded" } & Refunded>
  | Readonly<{ kind: "given-back" | "unpaid" }>;

/** What an administrator does for a customer, where the store lets the seller do it. */
export type StoreSupport = Readonly<{
  /** Ends a subscription now or with its period. False when that is so already. */
  cancel: (app: StoreApp, project: Project, subjectKey: string, immediately: boolean) => Promise<boolean>;
  /** Gives back what is left of the newest payment. Safe to repeat. */
  refundSubscription: (app: StoreApp, project: Project, subjectKey: string) => Promise<RefundOutcome>;
  refundPurchase: (app: StoreApp, project: Project, subjectKey: string) => Promise<RefundOutcome>;
  /** In the transaction that stores the refund: whoever has the money back must not be billed again. */
  endLater: (app: Pick<StoreApp, "clock" | "db">, project: Project, subjectKey: string) => Promise<void>;
}>;

/** Work of a store that runs by the clock, on every replica. */
export type StoreJob = Readonly<{
  name: string;
  everyMs: number;
  run: (app: StoreApp, signal: AbortSignal) => Promise<unknown>;
}>;

/** Deletes up to `batch` rows that nobody needs any more, and says how many that were. */
export type Sweep = (db: Db, now: Millis, batch: number) => Promise<number>;

/**
 * What billing needs of each store alike. Whatever asks the store throws STORE_NOT_CONFIGURED where
 * the project lacks a setting, and STORE_UNAVAILABLE where the store does not answer as it should.
 */
export type StoreAdapter = Readonly<{
  /** The settings that the store lacks, as paths; empty when it is ready. */
  missing: (
    project: Pick<Project, "settings"> & Readonly<{ secrets: ReadonlyMap<string, Millis> }>,
  ) => string[];
  /** How a subscription stands now; undefined when the store does not know it. */
  fetch: (app: StoreApp, project: Project, subject: Subject) => Promise<Snapshot | undefined>;
  /** The same for an import, where it matters whose the subscription is; or why it must not be imported. */
  fetchImported?: (
    app: StoreApp,
    project: Project,
    subject: Subject,
  ) => Promise<Snapshot | Ignored | undefined>;
  /** How a one-time purchase stands now; undefined when the store does not know it. */
  fetchPurchase: (app: StoreApp, project: Project, subject: Subject) => Promise<PurchaseSnapshot | undefined>;
  /** How what an app brings stands; undefined where the store hands no proof to apps. PURCHASE_INVALID when it is not genuine. */
  readProof?: (app: StoreApp, project: Project, proof: unknown) => Promise<Snapshot | PurchaseSnapshot>;

  /** A call of the store's webhook. PURCHASE_INVALID when it is not genuine. */
  receive: (
    app: StoreApp & Readonly<{ baseUrl: string }>,
    project: Project,
    call: WebhookCall,
  ) => Promise<NewNotification>;
  /** What a call gets that is not genuine. */
  refusalStatus: 400 | 401;
  /**
   * How that stands which a stored notification is about, from the notification or by asking; or why it does
   * not concern the project.
   */
  handleNotification: (
    app: StoreApp,
    project: Project,
    notification: Readonly<BillingInboxRow>,
  ) => Promise<Snapshot | PurchaseSnapshot | Ignored | Answered | undefined>;
  /** Until when it is worth handling; undefined when there is no such time. */
  deadlineOf?: (notification: Readonly<BillingInboxRow>) => Millis | undefined;
  /** Why notifications are ignored that another project or product of the same account caused. */
  foreignBecause?: string;
  /** What the store says that it told us since then; most of it is stored already. */
  missed: (app: StoreApp, project: Project, since: Millis) => AsyncIterable<NewNotification>;

  /**
   * After a snapshot was stored: what the store wants to hear. `ownerToken` is the purchase token of the
   * owner, if there is one. Safe to repeat.
   */
  settle: (
    app: StoreApp,
    project: Project,
    snapshot: Snapshot,
    ownerToken: string | undefined,
  ) => Promise<void>;
  /** The same for a one-time purchase that is paid and that the store waits to hear about. Safe to repeat. */
  settlePurchase: (app: StoreApp, project: Project, purchase: PurchaseRow) => Promise<void>;

  /** Looks at the store with the stored credentials; changes nothing and never throws. */
  check: (app: StoreApp, project: Project, options?: CheckOptions) => Promise<readonly StoreCheck[]>;

  /** A page on which the user can buy, and one on which they manage what they bought. */
  checkout?: (app: StoreApp, project: Project, buyer: Buyer, input: CheckoutInput) => Promise<string>;
  portal?: (app: StoreApp, project: Project, buyer: Buyer, returnUrl: string) => Promise<string>;
  support?: StoreSupport;

  /** In the transaction that deletes a user: `left` are the subscriptions that were theirs in this store. */
  userDeleted?: (
    app: Pick<StoreApp, "clock" | "db">,
    project: Pick<Project, "id" | "settings">,
    userId: string,
    left: readonly SubscriptionRow[],
  ) => Promise<void>;
  /** In the transaction that gives a subscription to a user when nobody had it. */
  ownerFound?: (app: Pick<StoreApp, "db">, project: Project, row: SubscriptionRow) => Promise<void>;
  jobs?: readonly StoreJob[];
  sweeps?: Readonly<Record<string, Sweep>>;
}>;

/** Rows name their store as text. */
export function adapterOf({ stores }: Pick<StoreApp, "stores">, store: string): StoreAdapter {
  const adapter = stores.adapters[store as StoreName];
  if (!adapter) throw new Error(`there is no store ${JSON.stringify(store)}`);
  return adapter;
}

import type { App } from "../../app.ts";
import type { BillingInboxRow, Millis, PurchaseRow } from "../../storage/db.ts";
import type { Project } from "../projects/project.ts";
import type { ProjectDetails } from "../projects/project-details.ts";
import type { PurchaseSnapshot } from "./purchase.ts";
import type { Environment, Snapshot, StoreName } from "./store.ts";

/** What talking to a store takes. */
export type StoreApp = Pick<App, "clock" | "db" | "log" | "newId" | "secretBox" | "stores">;

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

export type Subject = Readonly<{ subjectKey: string; environment: Environment }>;

/** App Store: whether to go without a test notification in production. */
export type CheckOptions = Readonly<{ skipProductionNotification?: boolean }>;

/** One thing that was looked at at a store; `remedy` says what to do when it is not ok. */
export type StoreCheck = Readonly<{ name: string; ok: boolean; detail: string; remedy: string }>;

/**
 * What billing needs of each store alike. Whatever asks the store throws STORE_NOT_CONFIGURED where
 * the project lacks a setting, and STORE_UNAVAILABLE where the store does not answer as it should.
 */
export type StoreAdapter = Readonly<{
  /** The settings that the store lacks, as paths; empty when it is ready. */
  missing: (project: Pick<ProjectDetails, "settings" | "secrets">) => string[];
  /** How a subscription stands now; undefined when the store does not know it. */
  fetch: (app: StoreApp, project: Project, subject: Subject) => Promise<Snapshot | undefined>;
  /** How a one-time purchase stands now; undefined when the store does not know it. */
  fetchPurchase: (app: StoreApp, project: Project, subject: Subject) => Promise<PurchaseSnapshot | undefined>;
  /**
   * How that stands which a stored notification is about, from the notification or by asking; or why it does
   * not concern the project.
   */
  heed: (
    app: StoreApp,
    project: Project,
    notification: Readonly<BillingInboxRow>,
  ) => Promise<Snapshot | PurchaseSnapshot | Ignored | undefined>;
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
  /** What the store says that it told us since then; most of it is stored already. */
  missed: (app: StoreApp, project: Project, since: Millis) => AsyncIterable<NewNotification>;
  /** Looks at the store with the stored credentials; changes nothing and never throws. */
  check: (app: StoreApp, project: Project, options?: CheckOptions) => Promise<readonly StoreCheck[]>;
}>;

export type StoreAdapters = Readonly<Record<StoreName, StoreAdapter>>;

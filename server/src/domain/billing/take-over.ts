import { shareCatalog } from "../../storage/catalog-lock.ts";
import type { PurchaseRow, SubscriptionRow, User } from "../../storage/db.ts";
import { findPurchase, lockPurchase } from "../../storage/purchases.ts";
import { findSubscription, lockSubscriptions } from "../../storage/subscriptions.ts";
import { transact } from "../../storage/transact.ts";
import { keepUser } from "../../storage/users.ts";
import type { Actor } from "../analytics/record-event.ts";
import type { Project } from "../projects/project.ts";
import { settlePurchase } from "./accept-purchase.ts";
import { settleSnapshot } from "./accept-snapshot.ts";
import { applyPurchase, isUnsettled } from "./apply-purchase.ts";
import { applySnapshot } from "./apply-snapshot.ts";
import type { PurchaseSnapshot } from "./purchase.ts";
import type { Snapshot } from "./snapshot.ts";
import type { StoreApp } from "./store-adapter.ts";

/** The user of an entry. `verifiedEmail`: they were found by it, so it must still be theirs. */
export type NamedUser = Readonly<{ id: string; verifiedEmail?: string }>;

export type TakenOver =
  | { outcome: "user_unknown" }
  | { outcome: "owned_by_other" }
  | { outcome: "imported" | "unchanged"; row: StoredPurchase; isSettled: boolean };

/** A subscription or a one-time purchase. */
export type StoredPurchase = SubscriptionRow | PurchaseRow;
export type ToldPurchase = Snapshot | PurchaseSnapshot;

export type TakeOver = Readonly<{ by: Actor; user: NamedUser | undefined; dryRun: boolean }>;

/**
 * Stores what the store says about a purchase of another system, and gives it to the user if nobody
 * has it. It never moves from one user to another. A dry run decides the same and stores nothing.
 */
export async function takeOver(
  app: StoreApp,
  project: Project,
  snapshot: ToldPurchase,
  input: TakeOver,
): Promise<TakenOver> {
  const decided = await transact(app, async (app) => {
    const decided = await decide(app, project, snapshot, input);
    if (input.dryRun) throw new Undo(decided);
    return decided;
  }).catch((error: unknown) => {
    if (error instanceof Undo) return error.decided;
    throw error;
  });
  if (!("row" in decided) || input.dryRun) return decided;
  return { ...decided, isSettled: await settle(app, project, snapshot, decided.row) };
}

async function settle(
  app: StoreApp,
  project: Project,
  snapshot: ToldPurchase,
  row: StoredPurchase,
): Promise<boolean> {
  if ("isOneTime" in snapshot) {
    const purchase = row as PurchaseRow;
    return !isUnsettled(purchase, snapshot) || settlePurchase(app, project, purchase);
  }
  return settleSnapshot(app, project, snapshot, row as SubscriptionRow);
}

/** Ends the transaction of a dry run. */
class Undo extends Error {
  readonly decided: TakenOver;

  constructor(decided: TakenOver) {
    super("a dry run stores nothing");
    this.decided = decided;
  }
}

async function decide(
  app: StoreApp,
  project: Project,
  snapshot: ToldPurchase,
  { by, user }: TakeOver,
): Promise<TakenOver> {
  const { store, subjectKey } = snapshot;
  const claimant = user && { user, ip: by.ip ?? "" };
  if ("isOneTime" in snapshot) {
    await lockPurchase(app.db, project.id, store, subjectKey);
    if (!(await isStill(app, project, user))) return { outcome: "user_unknown" };
    const before = await findPurchase(app.db, project.id, store, subjectKey);
    const { purchase, isRefused } = await applyPurchase(app, project, snapshot, claimant, by);
    return outcomeOf(before, purchase, isRefused);
  }
  await shareCatalog(app.db, project.id); // in the order of applySnapshot
  await lockSubscriptions(app.db, project.id, store, [subjectKey, ...snapshot.replaces]);
  if (!(await isStill(app, project, user))) return { outcome: "user_unknown" };
  const before = await findSubscription(app.db, project.id, store, subjectKey);
  const { subscription, isRefused } = await applySnapshot(app, project, snapshot, claimant, by);
  return outcomeOf(before, subscription, isRefused);
}

function outcomeOf(before: StoredPurchase | undefined, row: StoredPurchase, isRefused: boolean): TakenOver {
  if (isRefused) return { outcome: "owned_by_other" };
  const isThere = before !== undefined && before.userId === row.userId;
  return { outcome: isThere ? "unchanged" : "imported", row, isSettled: true };
}

/** Nobody named is nobody who could have changed. */
async function isStill(app: StoreApp, project: Project, user: NamedUser | undefined): Promise<boolean> {
  if (!user) return true;
  const now: User | undefined = await keepUser(app.db, project.id, user.id);
  if (!now || user.verifiedEmail === undefined) return now !== undefined;
  return now.email === user.verifiedEmail && now.emailVerifiedAt !== null;
}

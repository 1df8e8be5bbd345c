import { shareCatalog } from "../../storage/catalog-lock.ts";
import type { SubscriptionRow, User } from "../../storage/db.ts";
import { findSubscription, lockSubscriptions } from "../../storage/subscriptions.ts";
import { transact } from "../../storage/transact.ts";
import { keepUser } from "../../storage/users.ts";
import type { Actor } from "../analytics/record-event.ts";
import type { Project } from "../projects/project.ts";
import { settleSnapshot } from "./accept-snapshot.ts";
import { applySnapshot } from "./apply-snapshot.ts";
import type { Snapshot } from "./store.ts";
import type { StoreApp } from "./store-adapter.ts";

/** The user of an entry. `verifiedEmail`: they were found by it, so it must still be theirs. */
export type NamedUser = Readonly<{ id: string; verifiedEmail?: string }>;

export type TakenOver =
  | { outcome: "user_unknown" }
  | { outcome: "owned_by_other" }
  | { outcome: "imported" | "unchanged"; subscription: SubscriptionRow; isSettled: boolean };

export type TakeOver = Readonly<{ by: Actor; user: NamedUser | undefined; dryRun: boolean }>;

/**
 * Stores what the store says about a subscription of another system, and gives it to the user if nobody
 * has it. It never moves from one user to another. A dry run decides the same and stores nothing.
 */
export async function takeOverSubscription(
  app: StoreApp,
  project: Project,
  snapshot: Snapshot,
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
  if (!("subscription" in decided) || input.dryRun) return decided;
  return { ...decided, isSettled: await settleSnapshot(app, project, snapshot, decided.subscription) };
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
  snapshot: Snapshot,
  { by, user }: TakeOver,
): Promise<TakenOver> {
  const { store, subjectKey, replaces } = snapshot;
  await shareCatalog(app.db, project.id); // in the order of applySnapshot
  await lockSubscriptions(app.db, project.id, store, [subjectKey, ...replaces]);
  if (user && !isStill(user, await keepUser(app.db, project.id, user.id))) return { outcome: "user_unknown" };
  const before = await findSubscription(app.db, project.id, store, subjectKey);
  const claimant = user && { user, ip: by.ip ?? "" };
  const { subscription, isRefused } = await applySnapshot(app, project, snapshot, claimant, by);
  if (isRefused) return { outcome: "owned_by_other" };
  const isThere = before !== undefined && before.userId === subscription.userId;
  return { outcome: isThere ? "unchanged" : "imported", subscription, isSettled: true };
}

function isStill({ verifiedEmail }: NamedUser, now: User | undefined): boolean {
  if (!now || verifiedEmail === undefined) return now !== undefined;
  return now.email === verifiedEmail && now.emailVerifiedAt !== null;
}

import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import { findBillingAccountByToken } from "../../storage/billing-accounts.ts";
import type { SubscriptionRow, User } from "../../storage/db.ts";
import { listLiveSessions } from "../../storage/sessions.ts";
import { findSubscription } from "../../storage/subscriptions.ts";
import { keepUser } from "../../storage/users.ts";
import type { Project } from "../projects/project.ts";

/** The signed-in user who brings a purchase. */
export type Claimant = Readonly<{ user: Pick<User, "id">; ip: string }>;

/** The subscription as it stands now, before its owner is decided. */
export type Claimed = Pick<
  SubscriptionRow,
  "projectId" | "store" | "userId" | "ownerDeletedAt" | "accountToken" | "familyShared"
>;

export type Ownership = Readonly<{ userId: string | null; isRefused: boolean }>;

type OwnerApp = Pick<App, "clock" | "db">;

/**
 * Whose subscription it is, decided once and then kept. The purchase token that the store carries
 * decides first; then what it took the place of; then whoever brings it and can prove it. Only the
 * project's setting moves what somebody owns, and without `mayTake` nothing does. Call it with the subscription locked.
 */
export async function decideOwner(
  app: OwnerApp,
  project: Project,
  stored: Claimed | undefined,
  told: Pick<Claimed, "store" | "accountToken" | "familyShared">,
  replaces: readonly string[],
  claimant: Claimant | undefined,
  mayTake = true,
): Promise<Ownership> {
  const named = await ownerTold(app, project, stored, told, replaces);
  const owner = named ?? stored?.userId ?? null;
  if (!claimant || owner === claimant.user.id) return { userId: owner, isRefused: false };
  if (owner !== null && !(mayTake && (await mayMove(app, project, owner, told))))
    return { userId: owner, isRefused: true };
  if (!(await keepUser(app.db, project.id, claimant.user.id))) {
    throw new AppError("SESSION_REVOKED", "the account was deleted meanwhile");
  }
  return { userId: claimant.user.id, isRefused: false };
}

/** Undefined when the store's word names nobody, or nobody new. */
async function ownerTold(
  app: OwnerApp,
  project: Project,
  stored: Claimed | undefined,
  { store, accountToken, familyShared }: Pick<Claimed, "store" | "accountToken" | "familyShared">,
  replaces: readonly string[],
): Promise<string | undefined> {
  if (accountToken !== null) {
    // The same token again says nothing new: meanwhile the subscription may have been moved.
    if (stored?.userId && stored.accountToken === accountToken) return undefined;
    const account = await findBillingAccountByToken(app.db, project.id, accountToken);
    return account && (await keepUser(app.db, project.id, account.userId))?.id;
  }
  if (stored?.userId || stored?.ownerDeletedAt || familyShared === 1) return undefined;
  for (const key of replaces) {
    const before = await findSubscription(app.db, project.id, store, key);
    if (before?.userId) return (await keepUser(app.db, project.id, before.userId))?.id;
  }
  return undefined;
}

async function mayMove(
  app: OwnerApp,
  { id, settings }: Project,
  owner: string,
  { familyShared }: Pick<Claimed, "familyShared">,
): Promise<boolean> {
  const { purchaseTransfer } = settings.billing;
  if (familyShared === 1 || purchaseTransfer === "reject") return false;
  if (purchaseTransfer === "always") return true;
  const user = await keepUser(app.db, id, owner);
  if (!user) return true;
  return user.guestSince !== null && (await listLiveSessions(app.db, id, owner, app.clock())).length === 0;
}

import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import { findBillingAccountByToken } from "../../storage/billing-accounts.ts";
import type { SubscriptionRow, User } from "../../storage/db.ts";
import { findSubscription } from "../../storage/subscriptions.ts";
import { findUser, keepUser, lockUserForUpdate } from "../../storage/users.ts";
import { evict } from "../accounts/evict.ts";
import { recordEvent } from "../analytics/record-event.ts";
import { LINKS_REQUESTED_BY_SESSION } from "../mail/void-links.ts";
import type { Project } from "../projects/project.ts";

/** The signed-in user who brings a purchase. */
export type Claimant = Readonly<{ user: Pick<User, "id">; ip: string }>;

/** The subscription as it stands now, before its owner is decided. */
export type Claimed = Pick<
  SubscriptionRow,
  "projectId" | "store" | "userId" | "ownerDeletedAt" | "accountToken" | "familyShared"
>;

export type Ownership = Readonly<{ userId: string | null; isRefused: boolean }>;

type OwnerApp = Pick<App, "clock" | "db" | "newId">;
type Told = Pick<Claimed, "store" | "accountToken" | "familyShared">;

/**
 * Whose subscription it is, decided once and then kept. The purchase token that the store carries
 * decides first; then what it took the place of; then whoever brings it and can prove it. Only the
 * project's setting moves what somebody owns, and without `mayTake` nothing does. Call it with the
 * subscription locked, and repeat the transaction when it throws `GuestIsGone`.
 */
export async function decideOwner(
  app: OwnerApp,
  project: Project,
  stored: Claimed | undefined,
  told: Told,
  replaces: readonly string[],
  claimant: Claimant | undefined,
  mayTake = true,
): Promise<Ownership> {
  const named = await ownerTold(app, project, stored, told, replaces);
  const owner = named ?? stored?.userId ?? null;
  const isTheirs = !claimant || owner === claimant.user.id;
  const isTaken = async (from: string, by: Claimant) => mayTake && takeFrom(app, project, from, told, by);
  if (isTheirs || (owner !== null && !(await isTaken(owner, claimant)))) {
    // The named one may be deleted at this moment; then it stays with whoever has it.
    const isThere = named === undefined || (await keepUser(app.db, project.id, named)) !== undefined;
    return { userId: isThere ? owner : (stored?.userId ?? null), isRefused: !isTheirs };
  }
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
  { store, accountToken, familyShared }: Told,
  replaces: readonly string[],
): Promise<string | undefined> {
  // The same token again says nothing new: meanwhile the subscription may have been moved.
  if (accountToken !== null && !(stored?.userId && stored.accountToken === accountToken)) {
    const account = await findBillingAccountByToken(app.db, project.id, accountToken);
    if (account) return account.userId;
  }
  // A token that is not one of ours is the app's own, and names nobody.
  if (stored?.userId || stored?.ownerDeletedAt || familyShared === 1) return undefined;
  for (const key of replaces) {
    const before = await findSubscription(app.db, project.id, store, key);
    if (before?.userId) return before.userId;
  }
  return undefined;
}

/** Whether a purchase leaves its owner for the claimant. A guest who loses it so is signed out everywhere. */
export async function takeFrom(
  app: OwnerApp,
  project: Project,
  owner: string,
  { familyShared }: Pick<Claimed, "familyShared">,
  claimant: Claimant,
): Promise<boolean> {
  const { purchaseTransfer } = project.settings.billing;
  if (familyShared === 1 || purchaseTransfer === "reject") return false;
  if (purchaseTransfer === "always") return true;
  // Nobody becomes a guest again, so somebody who is none can be told without a lock.
  const guest = await findUser(app.db, project.id, owner);
  if (!guest) return true;
  if (guest.guestSince === null) return false;
  await signOutGuest(app, project, guest, claimant);
  return true;
}

/** The guest became a permanent user, or was deleted, between being read and being locked. */
export class GuestIsGone extends Error {}

async function signOutGuest(app: OwnerApp, project: Project, guest: User, claimant: Claimant): Promise<void> {
  const eviction = { reason: "purchase_moved", voids: LINKS_REQUESTED_BY_SESSION } as const;
  const { ended } = await evict(app, project, guest, eviction, async () => {
    const locked = await lockUserForUpdate(app.db, project.id, guest.id);
    if (!locked || locked.guestSince === null) throw new GuestIsGone();
    return locked;
  });
  if (ended === 0) return;
  await recordEvent(app, {
    kind: "user.sessions_revoked",
    projectId: project.id,
    userId: guest.id,
    by: { actor: `user:${claimant.user.id}`, ip: claimant.ip },
    data: { sessions: ended, reason: "purchase_moved" },
  });
}

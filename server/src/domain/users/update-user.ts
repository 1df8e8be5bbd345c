import type { App } from "../../app.ts";
import type { User } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { lockUserForUpdate, type UserChanges, updateUser as writeUser } from "../../storage/users.ts";
import { readLocale } from "../accounts/asked-languages.ts";
import { requireEmail } from "../accounts/email.ts";
import { evict } from "../accounts/evict.ts";
import { notifyOldAddress } from "../accounts/notify-old-address.ts";
import { requireStrongPassword } from "../accounts/password-policy.ts";
import { hasOtherProfile, requireAvatarUrl, requireDisplayName } from "../accounts/profile.ts";
import { keepFirstAddressUndo, settleRestoredAddress } from "../accounts/settle-address-undos.ts";
import { takeAddress } from "../accounts/take-address.ts";
import { requireStillAllowed } from "../admins/rights-of-admin.ts";
import { changesBetween } from "../analytics/changes.ts";
import type { EventData } from "../analytics/event-kinds.ts";
import { liftBan } from "../bans/lift-ban.ts";
import { requireEtag } from "../etag.ts";
import { notifyUser } from "../mail/notify-user.ts";
import {
  ALL_LINKS,
  LINKS_VOIDED_BY_NEW_PASSWORD,
  voidMailedLinks,
  voidQueuedLinks,
} from "../mail/void-links.ts";
import { clearSignInFailures } from "../rate-limits/clear-sign-in-failures.ts";
import { requireCustomClaims } from "./custom-claims.ts";
import {
  recordUserEvent,
  requireUser,
  type UserEventKind,
  type UserScope,
  userNotFoundError,
} from "./scope.ts";
import { userEtag } from "./user-etag.ts";

export type UserUpdate = {
  email?: string | undefined;
  displayName?: string | undefined;
  avatarUrl?: string | undefined;
  /** Empty: the stored one is forgotten. */
  locale?: string | undefined;
  emailVerified?: boolean | undefined;
  password?: string | undefined;
  customClaims?: unknown;
  /** The version of the user on which the change is based. */
  etag?: string;
};

type UpdateApp = Pick<
  App,
  "clock" | "db" | "newId" | "passwords" | "rateLimits" | "secretBox" | "wakeMailJob"
>;

/** The validated input, with the hashed password. */
type Wanted = Pick<UserChanges, "displayName" | "avatarUrl" | "locale" | "customClaims" | "passwordHash"> & {
  email: string | undefined;
  emailVerified: boolean | undefined;
  etag: string | undefined;
};

/** Changes the given fields. A new password ends every session; new claims are in the next access token. */
export async function updateUser(
  app: UpdateApp,
  scope: UserScope,
  userId: string,
  input: UserUpdate,
): Promise<User> {
  const user = await requireUser(app, scope, userId);
  const wanted = await readInput(app, scope, user, input);
  const updated = await transact(app, async (app) => {
    await requireStillAllowed(app, scope.by); // also if nothing changes that makes an event
    const { before, after } = await apply(app, scope, user, wanted);
    for (const [kind, data] of eventsOf(before, after))
      await recordUserEvent(app, scope, user.id, kind, data);
    if (before.email !== after.email) {
      await liftBan(app, scope.project, after, { userId: user.id, by: scope.by });
    }
    await tell(app, scope, before, after);
    return after;
  });
  app.wakeMailJob();
  // Failed sign-ins with the old password do not count for the new one.
  if (wanted.passwordHash !== undefined && updated.email !== null) {
    await clearSignInFailures(app, scope.project.id, updated.email);
  }
  return updated;
}

async function readInput(
  app: UpdateApp,
  { project }: UserScope,
  user: User,
  { email: typed, displayName, avatarUrl, locale, customClaims, emailVerified, password, etag }: UserUpdate,
): Promise<Wanted> {
  const email = typed === undefined ? undefined : requireEmail(typed);
  if (password !== undefined) await requireStrongPassword(project, password, email ?? user.email);
  return {
    email,
    emailVerified,
    etag,
    ...(displayName !== undefined && { displayName: requireDisplayName(displayName) }),
    ...(avatarUrl !== undefined && { avatarUrl: requireAvatarUrl(avatarUrl) }),
    ...(locale !== undefined && { locale: readLocale(locale) ?? null }),
    ...(customClaims !== undefined && { customClaims: requireCustomClaims(customClaims) }),
    ...(password !== undefined && { passwordHash: await app.passwords.hash(password) }),
  };
}

/** A new password evicts existing sessions. A new address voids the emailed links, and undo links of later changes. */
async function apply(
  app: UpdateApp,
  scope: UserScope,
  user: User,
  wanted: Wanted,
): Promise<{ before: User; after: User }> {
  let before = user;
  const write = async (): Promise<User> => {
    const now = await lockUserForUpdate(app.db, user.projectId, user.id);
    if (!now) throw await userNotFoundError(app, scope, user.id);
    requireEtag(wanted.etag, userEtag(now), "user");
    before = now;
    return (await writeWanted(app, now, wanted)) ?? now;
  };
  if (wanted.email !== undefined) {
    await voidMailedLinks(app, user, ALL_LINKS);
    if (!(await settleRestoredAddress(app, user, wanted.email))) await keepFirstAddressUndo(app, user);
  }
  if (wanted.passwordHash === undefined) {
    const after = await write();
    if (wanted.email !== undefined) await voidQueuedLinks(app, before, ALL_LINKS);
    return { before, after };
  }
  const eviction = { reason: "password_changed", voids: LINKS_VOIDED_BY_NEW_PASSWORD } as const;
  const { user: after } = await evict(app, scope.project, user, eviction, write);
  return { before, after };
}

/** Compares with the user as read in the transaction. */
function writeWanted(
  app: Pick<App, "clock" | "db" | "secretBox">,
  user: User,
  { email, emailVerified, etag: _, ...given }: Wanted,
): Promise<User | undefined> {
  const now = app.clock();
  const changes: UserChanges = { ...given, updatedAt: now };
  const { id, projectId } = user;
  // A user with an address and a password is not a guest.
  if (email !== undefined && given.passwordHash !== undefined) changes.guestSince = null;
  if (email !== undefined && email !== user.email) {
    // The new address is unverified unless the caller vouches for it.
    const address = { email, emailVerifiedAt: emailVerified ? now : null };
    return takeAddress(app, { id, projectId }, address, changes, "ignored");
  }
  if (emailVerified !== undefined)
    changes.emailVerifiedAt = emailVerified ? (user.emailVerifiedAt ?? now) : null;
  return writeUser(app.db, projectId, id, changes);
}

async function tell(app: UpdateApp, { project }: UserScope, before: User, after: User): Promise<void> {
  if (before.passwordHash !== after.passwordHash) {
    await notifyUser(app, project, after, { kind: "password_changed" });
  }
  if (before.email !== after.email) await notifyOldAddress(app, before, { isUndoable: false });
}

type UserEvent = [UserEventKind, EventData<"user.claims_changed">];

/** What happened, with the old and the new values. */
function eventsOf(before: User, after: User): UserEvent[] {
  const kinds: [boolean, UserEventKind, EventData<"user.claims_changed">?][] = [
    [
      before.email !== after.email,
      "user.email_changed",
      changesBetween({ email: before.email }, { email: after.email }),
    ],
    [before.emailVerifiedAt === null && after.emailVerifiedAt !== null, "user.email_verified"],
    [
      before.email === after.email && before.emailVerifiedAt !== null && after.emailVerifiedAt === null,
      "user.email_unverified",
    ],
    [before.passwordHash !== after.passwordHash, "user.password_changed"],
    [
      before.customClaims !== after.customClaims,
      "user.claims_changed",
      changesBetween(claimsOf(before), claimsOf(after)),
    ],
    [
      hasOtherProfile(before, after),
      "user.profile_changed",
      changesBetween(profileOf(before), profileOf(after)),
    ],
    [before.guestSince !== null && after.guestSince === null, "user.guest_converted"],
  ];
  return kinds.flatMap(([applies, kind, data = {}]): UserEvent[] => (applies ? [[kind, data]] : []));
}

function profileOf({ displayName, avatarUrl, locale }: User): object {
  return { display_name: displayName, avatar_url: avatarUrl, locale };
}

function claimsOf({ customClaims }: User): object {
  return { custom_claims: JSON.parse(customClaims) as object };
}

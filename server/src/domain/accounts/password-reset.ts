import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { AppError } from "../../errors.ts";
import type { EmailToken, Identity, PasskeyRow, User } from "../../storage/db.ts";
import { findEmailToken } from "../../storage/email-tokens.ts";
import { transact } from "../../storage/transact.ts";
import { updateUserIfUnchanged } from "../../storage/users.ts";
import { recordEvent } from "../analytics/record-event.ts";
import { isRequiredFactor } from "../factors/due-factor.ts";
import type { EmailTokenPurpose } from "../mail/email-token.ts";
import { refillMailBudget } from "../mail/mail-budget.ts";
import { notifyUser } from "../mail/notify-user.ts";
import { redeemLink } from "../mail/redeem-link.ts";
import { LINKS_VOIDED_BY_NEW_PASSWORD } from "../mail/void-links.ts";
import type { Project } from "../projects/project.ts";
import { clearSignInFailures } from "../rate-limits/clear-sign-in-failures.ts";
import type { Origin } from "../sessions/device.ts";
import { type AskedLanguages, localeAfterProof } from "./asked-languages.ts";
import { evict } from "./evict.ts";
import { findLinkUser } from "./find-link-user.ts";
import { requireStrongPassword } from "./password-policy.ts";
import { notifyOfRemovedMethods, recordRemovedMethods } from "./removed-methods.ts";
import { isKeptByDefault, vouchesFor } from "./unvouched-identities.ts";

/** An invitation is accepted in the same way, by choosing a password. */
const PURPOSES: readonly EmailTokenPurpose[] = ["reset_password", "invite_user"];

export type PasswordResetInput = {
  token: string;
  newPassword: string;
  /** Providers to keep although they do not vouch for the address; undefined applies the defaults. */
  keepProviders?: readonly string[] | undefined;
  /** Ids of passkeys to keep; undefined applies the defaults. */
  keepPasskeys?: readonly string[] | undefined;
  asked: AskedLanguages;
};

type ResetApp = Pick<App, "clock" | "db" | "newId" | "passwords" | "rateLimits" | "wakeMailJob">;

/**
 * Sets a new password for the owner of the mailbox, ends every session, voids emailed links and removes
 * provider accounts and passkeys that others may have added. The first proof of the mailbox removes all of them, and second
 * factors. A later one neither removes nor replaces a second factor.
 */
export async function confirmPasswordReset(
  app: ResetApp,
  project: Project,
  input: PasswordResetInput,
  origin: Origin,
): Promise<void> {
  const { user, token } = await findReset(app, project, input.token);
  await requireStrongPassword(project, input.newPassword, user.email);
  const passwordHash = await app.passwords.hash(input.newPassword);

  await transact(app, async (app) => {
    await redeemLink(app, project, PURPOSES, input.token);
    const { keepProviders, keepPasskeys, asked } = input;
    const reset = { user, token, passwordHash, keepProviders, keepPasskeys, asked };
    await applyReset(app, project, reset, origin);
  });
  app.wakeMailJob();
  await clearSignInFailures(app, project.id, user.email ?? "");
  await refillMailBudget(app, project.id, "reset_password", user.email ?? "");
}

async function findReset(
  app: Pick<App, "clock" | "db">,
  project: Project,
  typed: string,
): Promise<{ user: User; token: EmailToken }> {
  const token = await findEmailToken(app.db, project.id, PURPOSES, hashToken(typed), app.clock());
  const user = token && (await findLinkUser(app, project, token));
  if (!user) throw new AppError("EMAIL_TOKEN_INVALID");
  return { user, token };
}

type Reset = Pick<PasswordResetInput, "keepProviders" | "keepPasskeys" | "asked"> & {
  user: User;
  token: EmailToken;
  passwordHash: string;
};

async function applyReset(
  app: Pick<App, "clock" | "db" | "newId">,
  project: Project,
  reset: Reset,
  origin: Origin,
): Promise<void> {
  const { user } = reset;
  const isFirstProof = user.emailVerifiedAt === null;
  const eviction = {
    reason: "password_reset",
    voids: LINKS_VOIDED_BY_NEW_PASSWORD,
    drops: (identity: Identity) => isFirstProof || !isKept(app, identity, reset),
    dropsPasskey: (passkey: PasskeyRow) => isFirstProof || !isPasskeyKept(app, project, passkey, reset),
    ...(isFirstProof && { dropsFactorsSince: 0 }),
  } as const;
  const evicted = await evict(app, project, user, eviction, () => writePassword(app, reset));

  const by = { actor: `user:${user.id}`, ...origin };
  const about = { projectId: project.id, userId: user.id, by };
  await recordEvent(app, { kind: "user.password_reset", ...about });
  const removed = {
    identities: evicted.dropped,
    passkeys: evicted.droppedPasskeys,
    factors: evicted.droppedFactors,
  };
  await recordRemovedMethods(app, about, removed);
  await notifyOfRemovedMethods(app, project, evicted.user, removed);
  if (isFirstProof) await recordEvent(app, { kind: "user.email_verified", ...about });
  await notifyUser(app, project, evicted.user, { kind: "password_changed" });
}

/** A provider that vouches for the address is kept. For the others the caller decides; by default it depends on when they were linked. */
function isKept(app: Pick<App, "clock">, identity: Identity, { user, token, keepProviders }: Reset): boolean {
  if (vouchesFor(identity, user.email)) return true;
  // The page may not have shown it: an attacker could link an account while the owner chooses.
  if (identity.createdAt > token.createdAt) return false;
  return keepProviders?.includes(identity.provider) ?? isKeptByDefault(identity, user, app.clock());
}

/**
 * No passkey says anything about the mailbox, so the caller decides about each; by default it depends on when it was added.
 * A second factor that the project requires stays.
 */
function isPasskeyKept(
  app: Pick<App, "clock">,
  project: Project,
  passkey: PasskeyRow,
  { user, token, keepPasskeys }: Reset,
): boolean {
  if (isRequiredFactor(project, user, passkey)) return true;
  if (passkey.createdAt > token.createdAt) return false; // the page may not have shown it
  return keepPasskeys?.includes(passkey.id) ?? isKeptByDefault(passkey, user, app.clock());
}

/** Fails if the user's address, its verification or their status has changed since it was read. */
async function writePassword(
  app: Pick<App, "clock" | "db">,
  { user, token, passwordHash, asked }: Reset,
): Promise<User> {
  const now = app.clock();
  const { id, projectId, emailVerifiedAt } = user;
  const proven = { id, projectId, email: token.email, emailVerifiedAt, disabledAt: null };
  const changes = {
    passwordHash,
    emailVerifiedAt: emailVerifiedAt ?? now,
    locale: localeAfterProof(user, asked),
    updatedAt: now,
  };
  const changed = await updateUserIfUnchanged(app.db, proven, changes);
  if (!changed)
    throw new AppError("EMAIL_TOKEN_INVALID", "the user was changed, disabled or deleted meanwhile");
  return changed;
}

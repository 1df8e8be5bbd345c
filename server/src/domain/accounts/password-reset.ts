import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { AppError } from "../../errors.ts";
import type { EmailToken, Identity, User } from "../../storage/db.ts";
import { findEmailToken } from "../../storage/email-tokens.ts";
import { transact } from "../../storage/transact.ts";
import { findUser, updateProvenUser } from "../../storage/users.ts";
import { recordEvent } from "../analytics/record-event.ts";
import type { EmailTokenPurpose } from "../mail/email-token.ts";
import { notifyUser } from "../mail/notify-user.ts";
import { redeemLink } from "../mail/redeem-link.ts";
import { LINKS_OF_RECOVERY } from "../mail/void-links.ts";
import type { Project } from "../projects/project.ts";
import { clearSignInFailures } from "../rate-limits/clear-sign-in-failures.ts";
import { evict } from "./evict.ts";
import { requireStrongPassword } from "./password-policy.ts";
import { isKeptByDefault, vouchesFor } from "./unvouched-identities.ts";

/** An invitation is answered like a reset: by choosing a password. */
const PURPOSES: readonly EmailTokenPurpose[] = ["reset_password", "invite_user"];

export type PasswordResetInput = {
  token: string;
  newPassword: string;
  /** Which provider accounts stay that do not vouch for the address; undefined leaves that to the defaults. */
  keepProviders?: readonly string[] | undefined;
};

type ResetApp = Pick<App, "clock" | "db" | "mailIsWaiting" | "newId" | "passwords" | "rateLimits">;

/**
 * Sets a new password for whoever proves to own the mailbox, and evicts whoever was there: every session
 * and mailed link, and provider accounts that others may have added. When this is the first proof,
 * whatever was added to the account before goes (by somebody who signed up with another person's
 * address, perhaps).
 */
export async function confirmPasswordReset(
  app: ResetApp,
  project: Project,
  input: PasswordResetInput,
  ip: string,
): Promise<void> {
  const { user, token } = await findReset(app, project, input.token);
  await requireStrongPassword(project, input.newPassword, user.email);
  const passwordHash = await app.passwords.hash(input.newPassword);

  await transact(app, async (app) => {
    await redeemLink(app, project, PURPOSES, input.token);
    await applyReset(app, project, { user, token, passwordHash, keepProviders: input.keepProviders }, ip);
  });
  app.mailIsWaiting();
  await clearSignInFailures(app, project.id, user.email ?? "");
}

async function findReset(
  app: Pick<App, "clock" | "db">,
  project: Project,
  typed: string,
): Promise<{ user: User; token: EmailToken }> {
  const token = await findEmailToken(app.db, project.id, PURPOSES, hashToken(typed), app.clock());
  const user = token && (await findUser(app.db, project.id, token.userId));
  if (!user || user.email !== token.email || user.disabledAt !== null) {
    throw new AppError("EMAIL_TOKEN_INVALID");
  }
  return { user, token };
}

type Reset = Pick<PasswordResetInput, "keepProviders"> & {
  user: User;
  token: EmailToken;
  passwordHash: string;
};

async function applyReset(
  app: Pick<App, "clock" | "db" | "newId">,
  project: Project,
  reset: Reset,
  ip: string,
): Promise<void> {
  const { user } = reset;
  const isFirstProof = user.emailVerifiedAt === null;
  const eviction = {
    reason: "password_reset",
    voids: LINKS_OF_RECOVERY,
    drops: (identity: Identity) => isFirstProof || !isKept(app, identity, reset),
  } as const;
  const evicted = await evict(app, project, user, eviction, () => writePassword(app, reset));

  const by = { actor: `user:${user.id}`, ip };
  const about = { projectId: project.id, userId: user.id, by };
  await recordEvent(app, { kind: "user.password_reset", ...about });
  for (const { provider } of evicted.dropped) {
    await recordEvent(app, { kind: "user.identity_unlinked", ...about, data: { provider } });
    await notifyUser(app, project, evicted.user, { kind: "method_removed", detail: provider });
  }
  if (isFirstProof) await recordEvent(app, { kind: "user.email_verified", ...about });
  await notifyUser(app, project, evicted.user, { kind: "password_changed" });
}

/** Whoever answers for the mailbox itself stays. About the others the caller decides, or else how they were linked. */
function isKept(app: Pick<App, "clock">, identity: Identity, { user, keepProviders }: Reset): boolean {
  if (vouchesFor(identity, user.email)) return true;
  return keepProviders?.includes(identity.provider) ?? isKeptByDefault(identity, user, app.clock());
}

/** Only while the user has the address that the link was mailed to, and is as the decision above found them. */
async function writePassword(
  app: Pick<App, "clock" | "db">,
  { user, token, passwordHash }: Reset,
): Promise<User> {
  const now = app.clock();
  const { id, projectId, emailVerifiedAt } = user;
  const proven = { id, projectId, email: token.email, emailVerifiedAt, disabledAt: null };
  const changes = { passwordHash, emailVerifiedAt: emailVerifiedAt ?? now, updatedAt: now };
  const changed = await updateProvenUser(app.db, proven, changes);
  if (!changed)
    throw new AppError("EMAIL_TOKEN_INVALID", "the user was changed, disabled or deleted meanwhile");
  return changed;
}

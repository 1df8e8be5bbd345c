import type { App } from "../../app.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import type { User } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { findUserByEmail, lockUserForUpdate, updateUser } from "../../storage/users.ts";
import { oneLine } from "../../wording/one-line.ts";
import { canonicalEmail } from "../accounts/email.ts";
import { requireStillAllowed } from "../admins/rights-of-admin.ts";
import { maskAddresses } from "../mail/mask-addresses.ts";
import { recordUserEvent, type UserScope, userNotFoundError } from "./scope.ts";

type BounceApp = Pick<App, "clock" | "db" | "newId">;

/** By id, by address, or by both: then the user must still have the address. */
export type NamedMailbox = Readonly<{ userId: string; email: string }>;

const MAX_REASON = 300;

/** Stops the emails to a user's address. A user whom it bounces for already is left as they are. */
export function markEmailBounced(
  app: BounceApp,
  scope: UserScope,
  named: NamedMailbox & { reason: string },
): Promise<User> {
  if (named.reason.length > MAX_REASON)
    throw invalidRequest("reason", `is longer than ${MAX_REASON} characters`);
  return transact(app, async (app) => {
    const user = await lockMailbox(app, scope, named);
    if (user.email === null) throw invalidRequest("user_id", "names a user without an email address");
    if (user.emailBouncedAt !== null) return unchanged(app, scope, user);
    const reason = maskAddresses(oneLine(named.reason).trim(), user.email);
    const bounce = { emailBouncedAt: app.clock(), emailBounceReason: reason };
    const marked = await updateUser(app.db, user.projectId, user.id, bounce);
    await recordUserEvent(app, scope, user.id, "user.email_bounced", { reason });
    return marked ?? user;
  });
}

/** Emails to the address are sent again. */
export function clearEmailBounce(app: BounceApp, scope: UserScope, named: NamedMailbox): Promise<User> {
  return transact(app, async (app) => {
    const user = await lockMailbox(app, scope, named);
    if (user.emailBouncedAt === null) return unchanged(app, scope, user);
    const none = { emailBouncedAt: null, emailBounceReason: null };
    const cleared = await updateUser(app.db, user.projectId, user.id, none);
    await recordUserEvent(app, scope, user.id, "user.email_bounce_cleared");
    return cleared ?? user;
  });
}

/** Nothing changes that makes an event, so the right is checked here. */
async function unchanged(app: BounceApp, { by }: UserScope, user: User): Promise<User> {
  await requireStillAllowed(app, by);
  return user;
}

async function lockMailbox(app: BounceApp, scope: UserScope, { userId, email }: NamedMailbox): Promise<User> {
  if (userId === "" && email === "") throw invalidRequest("user_id", "is required unless email is set");
  const projectId = scope.project.id;
  const address = email === "" ? undefined : (canonicalEmail(email) ?? "");
  const id = userId === "" ? (await findUserByEmail(app.db, projectId, address ?? ""))?.id : userId;
  const user = id === undefined ? undefined : await lockUserForUpdate(app.db, projectId, id);
  if (user && (address === undefined || user.email === address)) return user;
  if (!user && userId !== "") throw await userNotFoundError(app, scope, userId);
  throw new AppError("NOT_FOUND", "no user with this email", { resource: "user" });
}

import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import type { Millis, Session, SubscriptionRow, User } from "../../storage/db.ts";
import { listSubscriptionsOfUser } from "../../storage/subscriptions.ts";
import { lockUserForUpdate, updateUser } from "../../storage/users.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { goesOn } from "../billing/leave-subscriptions.ts";
import { enqueueMail } from "../mail/enqueue-mail.ts";
import { ALL_LINKS, lockLinks } from "../mail/void-links.ts";
import type { Project } from "../projects/project.ts";
import { holdSession } from "../sessions/hold-session.ts";
import { eraseUser } from "./erase-user.ts";
import { evict } from "./evict.ts";

const DAY_MS = 86_400_000;

type EndApp = Pick<App, "clock" | "db" | "newId" | "secretBox" | "stores">;

type Request = Readonly<{
  by: Actor;
  reason: "asked_by_user" | "asked_by_mail";
  /** The caller's own session, which must still be open. */
  session?: Pick<Session, "id">;
  /** Gets the locked user. Throws if the account must not be deleted. */
  check: (user: User | undefined) => void;
}>;

export type EndedAccount = Readonly<{
  /** When the account will be deleted. Null when it is deleted already. */
  deletionDueAt: Millis | null;
  /** The subscriptions that continue and that only the user can cancel. */
  continuing: SubscriptionRow[];
}>;

/**
 * Deletes the account of a user who asked for it, or schedules that where the project has a grace period. A guest could not
 * sign in again to keep the account, so it never waits. Call it in a transaction, and `wakeMailJob` after it.
 */
export async function endAccount(
  app: EndApp,
  project: Project,
  user: User,
  request: Request,
): Promise<EndedAccount> {
  if (project.settings.deletionGraceDays > 0 && user.guestSince === null) {
    return scheduleDeletion(app, project, user, request);
  }
  return { deletionDueAt: null, continuing: await eraseUser(app, project, user, request) };
}

/** A date that was given stays: asking again moves nothing and sends no second email. */
async function scheduleDeletion(
  app: EndApp,
  project: Project,
  user: User,
  { by, reason, session, check }: Request,
): Promise<EndedAccount> {
  const deletionDueAt = app.clock() + project.settings.deletionGraceDays * DAY_MS;
  await lockLinks(app, user.id);
  if (session) await holdSession(app, project, session);
  let isNew = false;
  const eviction = { reason: "deletion_scheduled", voids: ALL_LINKS } as const;
  const { user: scheduled } = await evict(app, project, user, eviction, async () => {
    const locked = await lockUserForUpdate(app.db, project.id, user.id);
    check(locked);
    if (!locked) throw new AppError("NOT_FOUND", "deleted meanwhile", { resource: "user" });
    if (locked.deletionDueAt !== null) return locked;
    isNew = true;
    const changes = { deletionDueAt, deletionReason: reason };
    return (await updateUser(app.db, project.id, user.id, changes)) ?? locked;
  });
  if (isNew) await tell(app, project, scheduled, { by, reason });
  const subscriptions = await listSubscriptionsOfUser(app.db, project.id, user.id);
  return { deletionDueAt: scheduled.deletionDueAt, continuing: subscriptions.filter(goesOn) };
}

async function tell(
  app: EndApp,
  project: Project,
  user: User,
  { by, reason }: Pick<Request, "by" | "reason">,
): Promise<void> {
  await notifyOfDeletion(app, user, reason === "asked_by_mail");
  await recordEvent(app, {
    kind: "user.deletion_scheduled",
    projectId: project.id,
    userId: user.id,
    by,
    data: { reason, days: project.settings.deletionGraceDays },
  });
}

/**
 * Emails the user when the account will be deleted. Only to an address that was proven: another one may be a stranger's.
 * A project cannot turn it off, because the user may have to stop somebody else.
 */
export async function notifyOfDeletion(
  app: Pick<App, "clock" | "db" | "newId">,
  user: Pick<User, "id" | "projectId" | "email" | "emailVerifiedAt" | "deletionDueAt">,
  isProven = false,
): Promise<void> {
  const { id: userId, projectId, email, emailVerifiedAt, deletionDueAt } = user;
  if (deletionDueAt === null || email === null || (emailVerifiedAt === null && !isProven)) return;
  const mail = {
    kind: "deletion_scheduled",
    recipient: email,
    userId,
    detail: String(deletionDueAt),
  } as const;
  await enqueueMail(app, projectId, mail);
}

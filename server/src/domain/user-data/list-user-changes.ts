import type { App } from "../../app.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import { findRollup } from "../../storage/daily-stats.ts";
import type { Millis } from "../../storage/db.ts";
import { engineOf } from "../../storage/engine.ts";
import { listEventUsers } from "../../storage/event-people.ts";
import type { EventPosition } from "../../storage/events.ts";
import { findRestoredAt } from "../../storage/restored-at.ts";
import { listUserEvents, type StoredChange } from "../../storage/user-changes.ts";
import type { EventKind } from "../analytics/event-kinds.ts";
import { openPosition, sealPosition } from "../paging.ts";
import type { Project } from "../projects/project.ts";

const DAY_MS = 86_400_000;
const DEFAULT_CHANGES = 100;
const MOST_CHANGES = 1000;
/** How far the clocks of replicas may be apart. */
const CLOCKS_APART_MS = 5_000;

export type UserChangeKind = "user.created" | "user.updated" | "user.deleted";

/** What changes the answer of GetUser. Sign-ins do not count. */
const CHANGE_OF: Partial<Record<EventKind, UserChangeKind>> = {
  "user.signed_up": "user.created",
  "user.guest_created": "user.created",
  "user.created": "user.created",
  "user.profile_changed": "user.updated",
  "user.claims_changed": "user.updated",
  "user.email_changed": "user.updated",
  "user.email_change_undone": "user.updated",
  "user.email_detached": "user.updated",
  "user.email_verified": "user.updated",
  "user.email_unverified": "user.updated",
  "user.password_changed": "user.updated", // may come with a first address
  "user.password_reset": "user.updated",
  "user.identity_linked": "user.updated", // the same
  "user.identity_unlinked": "user.updated",
  "user.guest_converted": "user.updated",
  "user.disabled": "user.updated",
  "user.enabled": "user.updated",
  "user.email_bounced": "user.updated",
  "user.email_bounce_cleared": "user.updated",
  "user.password_removed": "user.updated",
  "user.deletion_scheduled": "user.updated",
  "user.deletion_canceled": "user.updated",
  "user.deleted": "user.deleted",
};

const KINDS = Object.keys(CHANGE_OF);

export type UserChange = Readonly<{ kind: UserChangeKind; userId: string; at: Millis }>;

type Changes = Readonly<{ changes: UserChange[]; nextCursor: string; hasMore: boolean }>;

/** With the last restore before the cursor was made, or 0. */
type Position = EventPosition & { restoredAt: Millis };

/**
 * What happened to users after a cursor, oldest first. Of users who are gone only the deletion is listed, because their
 * other events do not name them any more.
 */
export async function listUserChanges(
  app: Pick<App, "clock" | "db" | "secretBox">,
  project: Project,
  input: { cursor: string; limit: number; fromNow: boolean },
): Promise<Changes> {
  const list = `user changes ${project.id}`;
  if (input.limit < 0) throw invalidRequest("limit", "must not be negative");
  if (input.fromNow && input.cursor !== "") throw invalidRequest("from_now", "cannot be set with a cursor");
  const restoredAt = (await findRestoredAt(app.db)) ?? 0;
  const after: Position =
    input.cursor === "" ? { at: 0, id: "", restoredAt } : openPosition(app, list, input.cursor, "cursor");
  // It has undone what the reader has seen.
  if (after.restoredAt !== restoredAt) throw new AppError("CURSOR_EXPIRED", "restored since");
  const seal = ({ at, id }: EventPosition): string =>
    sealPosition<Position>(app, list, { at, id, restoredAt });

  const before = await settledUntil(app);
  const end = { at: Math.max(before, after.at), id: before > after.at ? "" : after.id };
  if (input.fromNow) return { changes: [], nextCursor: seal(end), hasMore: false };
  const limit = Math.min(input.limit || DEFAULT_CHANGES, MOST_CHANGES);
  const found = await listUserEvents(app.db, project.id, KINDS, { after, before, limit: limit + 1 });
  if (input.cursor !== "") await refuseSwept(app, project, after);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const hasMore = found.length > limit;
  const next = hasMore && last ? { at: last.at, id: last.id } : end;
  return {
    changes: await withoutGone(app, project, page),
    nextCursor: seal(next),
    hasMore,
  };
}

/**
 * Refuses a cursor after which events may be deleted, also by an earlier setting that kept them for a shorter time. Call
 * it after the events were read: what is deleted meanwhile is marked first.
 */
async function refuseSwept(
  app: Pick<App, "clock" | "db">,
  project: Project,
  { at }: Position,
): Promise<void> {
  const rollup = await findRollup(app.db, project.id);
  const keptFrom = app.clock() - project.settings.eventRetentionDays * DAY_MS;
  if (at < Math.max(keptFrom, rollup?.sweptUntil ?? 0)) throw new AppError("CURSOR_EXPIRED", "not kept");
}

/**
 * No event that is older than this can still appear. An event has the time of a clock that was read in its transaction,
 * so it is not older than the oldest transaction that is open now, or than now if none is. This is asked before the
 * events are read: what commits in between is either visible then, or belongs to a later time.
 */
async function settledUntil(app: Pick<App, "clock" | "db">): Promise<Millis> {
  const now = app.clock();
  return now - (await engineOf(app.db).oldestTransactionMs(app.db)) - CLOCKS_APART_MS;
}

async function withoutGone(
  app: Pick<App, "db">,
  project: Project,
  events: readonly StoredChange[],
): Promise<UserChange[]> {
  const users = await listEventUsers(app.db, project.id, [...new Set(events.map(({ userId }) => userId))]);
  const present = new Set(users.map(({ id }) => id));
  return events.flatMap(({ kind: eventKind, userId, at }) => {
    const kind = CHANGE_OF[eventKind as EventKind];
    const isListed = kind === "user.deleted" || present.has(userId);
    return kind && isListed ? [{ kind, userId, at }] : [];
  });
}

import type { App } from "../../app.ts";
import { findBillingAccount } from "../../storage/billing-accounts.ts";
import type { BillingAccountRow, Millis, TotpFactorRow, User } from "../../storage/db.ts";
import { countRecoveryCodes, findTotpFactor } from "../../storage/factors.ts";
import { transact } from "../../storage/transact.ts";
import { findActivity, type LastActivity } from "../../storage/user-activity.ts";
import type { ExportedPlace } from "../../storage/user-export.ts";
import { readCursor, sealPosition } from "../paging.ts";
import { recordUserEvent, requireUser, type UserScope } from "../users/scope.ts";
import { type ExportedLists, exportedLists, type ListName, readList } from "./exported-lists.ts";

const DAY_MS = 86_400_000;
/** Of one part: a few milliseconds of work, and far below what clients accept as one message. */
const PART_ROWS = 500;
const PART_BYTES = 512 * 1024;

/** What the first part has besides the lists. */
export type ExportedPerson = Readonly<{
  user: User;
  activity: LastActivity | undefined;
  billingAccount: BillingAccountRow | undefined;
  totp: TotpFactorRow | undefined;
  recoveryCodesLeft: number;
  exportedAt: Millis;
}>;

export type ExportPart = Readonly<{
  /** In the first part only. */
  person: ExportedPerson | undefined;
  lists: Partial<ExportedLists>;
  nextPageToken: string;
}>;

type ExportPosition = { list: ListName; after: ExportedPlace; exportedAt: Millis; recordedAt: Millis };

/**
 * Everything about one person, part by part. Each list is read in an order that does not change, so a row that is there
 * from the first part to the last is exported once. Events that are written after the first part are left out.
 */
export async function exportUser(
  app: Pick<App, "clock" | "db" | "newId" | "secretBox">,
  scope: UserScope,
  { userId, pageToken }: { userId: string; pageToken: string },
): Promise<ExportPart> {
  const name = `user export ${scope.project.id} ${userId}`;
  const { after: position } = readCursor<ExportPosition>(app, name, { pageSize: 0, pageToken });
  const { user, recordedAt } = await recordExport(app, scope, userId, position?.recordedAt);
  const exportedAt = position?.exportedAt ?? recordedAt;
  const { lists, next } = await readLists(app, user, exportedAt, position);
  return {
    person: position ? undefined : await readPerson(app, user, exportedAt),
    lists,
    nextPageToken: next ? sealPosition<ExportPosition>(app, name, { ...next, exportedAt, recordedAt }) : "",
  };
}

/** Records each export once, before anything is read. A page token that is used a day later is recorded again. */
function recordExport(
  app: Pick<App, "clock" | "db" | "newId">,
  scope: UserScope,
  userId: string,
  recordedAt: Millis = Number.NEGATIVE_INFINITY,
): Promise<{ user: User; recordedAt: Millis }> {
  return transact(app, async (app) => {
    const user = await requireUser(app, scope, userId);
    const now = app.clock();
    if (now - recordedAt < DAY_MS) return { user, recordedAt };
    await recordUserEvent(app, scope, userId, "user.exported");
    return { user, recordedAt: now };
  });
}

async function readPerson(app: Pick<App, "db">, user: User, exportedAt: Millis): Promise<ExportedPerson> {
  const { id, projectId } = user;
  const activity = await findActivity(app.db, projectId, id);
  const billingAccount = await findBillingAccount(app.db, projectId, id);
  const totp = await findTotpFactor(app.db, { projectId, userId: id });
  const recoveryCodesLeft = await countRecoveryCodes(app.db, { projectId, userId: id });
  return { user, activity, billingAccount, totp, recoveryCodesLeft, exportedAt };
}

/** The lists from the position on, until the part is full. */
async function readLists(
  app: Pick<App, "db">,
  user: User,
  until: Millis,
  position: Pick<ExportPosition, "list" | "after"> | undefined,
): Promise<{
  lists: Partial<ExportedLists>;
  next: Pick<ExportPosition, "list" | "after"> | undefined;
}> {
  const lists: Partial<Record<ListName, unknown[]>> = {};
  let rows = 0;
  let bytes = 0;
  let after = position?.after;
  for (const list of exportedLists.slice(position ? exportedLists.indexOf(position.list) : 0)) {
    const taken: unknown[] = [];
    lists[list] = taken;
    // One more than fit, to see whether the list goes on.
    const found = await readList(app.db, list, user, { after, limit: PART_ROWS - rows + 1, until });
    for (const { row, place } of found) {
      const isFull = rows >= PART_ROWS || (rows > 0 && bytes >= PART_BYTES);
      if (isFull) return { lists: lists as Partial<ExportedLists>, next: { list, after: after ?? START } };
      taken.push(row);
      rows++;
      bytes += JSON.stringify(row).length;
      after = place;
    }
    after = undefined;
  }
  return { lists: lists as Partial<ExportedLists>, next: undefined };
}

/** Before every id. */
const START: ExportedPlace = { id: "", at: 0 };

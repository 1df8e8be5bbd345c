import type { App } from "../../app.ts";
import type { SubscriptionRow } from "../../storage/db.ts";
import {
  findSubscription,
  findSuccessor,
  insertSubscription,
  insertSuccession,
  lockSubscriptions,
  updateSubscription,
} from "../../storage/subscriptions.ts";
import { transact } from "../../storage/transact.ts";
import { type Actor, systemActor } from "../analytics/record-event.ts";
import type { Project } from "../projects/project.ts";
import { isOver } from "./access.ts";
import { isSameMilestones, milestonesAfter, noMilestones } from "./milestones.ts";
import { nextCheck } from "./next-check.ts";
import { type Claimant, decideOwner } from "./ownership.ts";
import { recordSubscriptionEvent } from "./record-subscription-event.ts";
import { outranks, toldBy } from "./snapshot-row.ts";
import type { Snapshot } from "./store.ts";
import { changesBetween, type SubscriptionEvent } from "./subscription-changes.ts";

type ApplyApp = Pick<App, "clock" | "db" | "newId">;

export type Applied = Readonly<{
  subscription: SubscriptionRow;
  /** The claimant does not get it: it is somebody else's. */
  isRefused: boolean;
}>;

/**
 * Takes a store's word about a subscription in. The newest word wins, whatever the order in which they
 * come and however often; the events that tell the change are stored with it or not at all.
 */
export function applySnapshot(
  app: ApplyApp,
  project: Project,
  snapshot: Snapshot,
  claimant?: Claimant,
): Promise<Applied> {
  return transact(app, async (app) => {
    const { store, subjectKey } = snapshot;
    // What is not paid yet takes nobody's place.
    const replaces =
      snapshot.state === "pending" ? [] : snapshot.replaces.filter((key) => key !== subjectKey);
    await lockSubscriptions(app.db, project.id, store, [subjectKey, ...replaces]);
    const before = await findSubscription(app.db, project.id, store, subjectKey);
    const told = toldBy(snapshot);
    const isNews = before === undefined || outranks(told, before);
    const word = isNews ? { store, ...told } : before;
    const { userId, isRefused } = await decideOwner(app, project, before, word, replaces, claimant);
    const isMoved = before !== undefined && before.userId !== userId;
    if (before && !isNews && !isMoved) return { subscription: before, isRefused };

    const by: Actor = claimant ? { actor: `user:${claimant.user.id}`, ip: claimant.ip } : systemActor;
    const saved = await save(app, project, snapshot, before, { ...(isNews && told), userId });
    const replaced = isNews ? await supersede(app, project, saved, replaces) : [];
    const after = isNews ? await mark(app, before, saved, replaced) : saved;
    const changes = isNews ? changesBetween(before, after) : [];
    for (const change of changes) {
      await recordSubscriptionEvent(app, after, asChange(change, before, after, replaced), by);
    }
    if (isMoved && before.userId !== null) {
      const data = { from_user_id: before.userId };
      await recordSubscriptionEvent(app, after, "transferred", by, data);
    }
    await bequeath(app, after);
    return { subscription: after, isRefused };
  });
}

/** Stores what the change says about when it began, was paid and was refunded. */
async function mark(
  app: ApplyApp,
  before: SubscriptionRow | undefined,
  saved: SubscriptionRow,
  replaced: readonly SubscriptionRow[],
): Promise<SubscriptionRow> {
  const milestones = milestonesAfter(before, saved, replaced);
  if (isSameMilestones(saved, milestones)) return saved;
  await updateSubscription(app.db, saved, milestones);
  return { ...saved, ...milestones };
}

/** A new purchase in the place of a running one is no start: the user goes on with another product, or the same. */
function asChange(
  change: SubscriptionEvent,
  before: SubscriptionRow | undefined,
  after: SubscriptionRow,
  replaced: readonly SubscriptionRow[],
): SubscriptionEvent {
  const running = replaced.find((row) => !isOver(row));
  if (change !== "started" || before || !running) return change;
  const isSame = running.productId === after.productId && running.planId === after.planId;
  return isSame ? "renewed" : "product_changed";
}

async function save(
  app: ApplyApp,
  { id: projectId }: Project,
  snapshot: Snapshot,
  before: SubscriptionRow | undefined,
  changes: Partial<SubscriptionRow> & Pick<SubscriptionRow, "userId">,
): Promise<SubscriptionRow> {
  const { store, subjectKey, isSuperseded } = snapshot;
  const now = app.clock();
  const successor = await findSuccessor(app.db, projectId, store, subjectKey);
  const isTold = changes.snapshotAt !== undefined;
  const replaced = isSuperseded ? subjectKey : null; // by whom, the store does not say
  const row = {
    ...(before ?? { ...toldBy(snapshot), id: app.newId(), projectId, store, subjectKey, createdAt: now }),
    ...changes,
    ownerDeletedAt: changes.userId === null ? (before?.ownerDeletedAt ?? null) : null,
    supersededBy: successor ?? (isTold ? replaced : (before?.supersededBy ?? null)),
    updatedAt: now,
  };
  const checked = isTold || !before ? { checkAt: nextCheck(row, now), checkAttempts: 0 } : {};
  const after: SubscriptionRow = {
    checkAt: null,
    checkAttempts: 0,
    tierId: "",
    addOns: "",
    ...noMilestones,
    ...row,
    ...checked,
  };
  if (!before) {
    await insertSubscription(app.db, after);
    return after;
  }
  const { id, projectId: _project, store: _store, subjectKey: _key, createdAt, ...written } = after;
  await updateSubscription(app.db, before, written);
  return after;
}

/** Those whose place it takes, as they were; also from those that are not known yet. */
async function supersede(
  app: ApplyApp,
  { id: projectId }: Project,
  { store, subjectKey }: SubscriptionRow,
  replaces: readonly string[],
): Promise<SubscriptionRow[]> {
  const replaced: SubscriptionRow[] = [];
  for (const key of replaces) {
    await insertSuccession(app.db, { projectId, store, subjectKey: key, supersededBy: subjectKey });
    const row = await findSubscription(app.db, projectId, store, key);
    if (!row || row.supersededBy === subjectKey) continue;
    const changes = { supersededBy: subjectKey, checkAt: null, updatedAt: app.clock() };
    await updateSubscription(app.db, row, changes);
    replaced.push(row);
  }
  return replaced;
}

/** Whoever owned what was replaced owns what took its place, unless its own purchase says otherwise. */
async function bequeath(app: ApplyApp, row: SubscriptionRow): Promise<void> {
  const { supersededBy, userId } = row;
  if (supersededBy === null || supersededBy === row.subjectKey || userId === null) return;
  const heir = await findSubscription(app.db, row.projectId, row.store, supersededBy);
  const isFree = heir && heir.userId === null && heir.ownerDeletedAt === null && heir.accountToken === null;
  if (!isFree || heir.familyShared === 1) return;
  await updateSubscription(app.db, heir, { userId, updatedAt: app.clock() });
}

import type { App } from "../../app.ts";
import { shareCatalog } from "../../storage/catalog-lock.ts";
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
import { itemsOf, writeAddOns } from "./add-ons.ts";
import { passOnFurther, passOnOwner } from "./inherit-owner.ts";
import { isSameMilestones, milestonesAfter, noMilestones } from "./milestones.ts";
import { nextCheck } from "./next-check.ts";
import { type Claimant, decideOwner, GuestIsGone } from "./ownership.ts";
import { recordSubscriptionEvent } from "./record-subscription-event.ts";
import type { Snapshot } from "./snapshot.ts";
import { columnsOf, isNewerThan } from "./snapshot-row.ts";
import { changesBetween, type SubscriptionEvent } from "./subscription-changes.ts";
import { tierToStore } from "./tier-of.ts";

type ApplyApp = Pick<App, "clock" | "db" | "newId">;

export type Applied = Readonly<{
  subscription: SubscriptionRow;
  /** The claimant does not get it: it is somebody else's. */
  isRefused: boolean;
}>;

/**
 * Stores what a store reports about a subscription. The newest report wins, whatever the order in which they
 * come and however often; the events that tell the change are stored with it or not at all. `importedBy`: an
 * administrator takes it over from another system; then nobody loses it to the claimant.
 */
export async function applySnapshot(
  app: ApplyApp,
  project: Project,
  snapshot: Snapshot,
  claimant?: Claimant,
  importedBy?: Actor,
): Promise<Applied> {
  for (;;) {
    try {
      const { heir, ...applied } = await applyOnce(app, project, snapshot, claimant, importedBy);
      await passOnFurther(app, heir);
      return applied;
    } catch (error) {
      // Whoever owns it is no guest any more. Nobody becomes one again, so this comes to an end.
      if (!(error instanceof GuestIsGone)) throw error;
    }
  }
}

function applyOnce(
  app: ApplyApp,
  project: Project,
  snapshot: Snapshot,
  claimant: Claimant | undefined,
  importedBy: Actor | undefined,
): Promise<Applied & { heir?: SubscriptionRow | undefined }> {
  return transact(app, async (app) => {
    const { store, subjectKey } = snapshot;
    // What is not paid yet takes nobody's place.
    const replaces =
      snapshot.state === "pending" ? [] : snapshot.replaces.filter((key) => key !== subjectKey);
    await shareCatalog(app.db, project.id);
    await lockSubscriptions(app.db, project.id, store, [subjectKey, ...replaces]);
    const before = await findSubscription(app.db, project.id, store, subjectKey);
    const reported = columnsOf(snapshot);
    const isNews = before === undefined || isNewerThan(reported, before);
    const newest = isNews ? { store, ...reported } : before;
    const { userId, isRefused } = await decideOwner(
      app,
      project,
      before,
      newest,
      replaces,
      claimant,
      !importedBy,
    );
    const isMoved = before !== undefined && before.userId !== userId;
    if (before && !isNews && !isMoved) return { subscription: before, isRefused };

    const by = importedBy ?? actorOf(claimant);
    const about = importedBy ? { imported: true } : {};
    const changes = { ...(isNews && { ...reported, ...tiersOf(project, snapshot, before) }), userId };
    const saved = await save(app, project, snapshot, before, changes);
    const replaced = isNews ? await supersede(app, project, saved, replaces) : [];
    const after = isNews ? await mark(app, before, saved, replaced) : saved;
    for (const change of isNews ? changesBetween(before, after) : []) {
      await recordSubscriptionEvent(app, after, asChange(change, before, after, replaced), by, about);
    }
    if (isMoved && (before.userId !== null || importedBy)) {
      const data = { ...about, from_user_id: before.userId };
      await recordSubscriptionEvent(app, after, "transferred", by, data);
    }
    return { subscription: after, isRefused, heir: await passOnOwner(app, after) };
  });
}

/** What the catalog makes of a snapshot: the tier of the subscription, and those of its add-ons. */
function tiersOf(
  project: Project,
  snapshot: Snapshot,
  before: SubscriptionRow | undefined,
): Pick<SubscriptionRow, "tierId" | "addOns"> {
  const known = before ? itemsOf(before) : [];
  const { store } = snapshot;
  const tierIdOf = ({ productId, planId }: Pick<Snapshot, "productId" | "planId">): string =>
    tierToStore(project, { store, productId, planId }, known)?.id ?? "";
  const addOns = snapshot.addOns.map((addOn) => ({ ...addOn, tierId: tierIdOf(addOn) }));
  return { tierId: tierIdOf(snapshot), addOns: writeAddOns(addOns) };
}

function actorOf(claimant: Claimant | undefined): Actor {
  return claimant ? { actor: `user:${claimant.user.id}`, ip: claimant.ip } : systemActor;
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
  const isReported = changes.snapshotAt !== undefined;
  const replaced = isSuperseded ? subjectKey : null; // by whom, the store does not say
  const row = {
    ...(before ?? { ...columnsOf(snapshot), id: app.newId(), projectId, store, subjectKey, createdAt: now }),
    ...changes,
    ownerDeletedAt: changes.userId === null ? (before?.ownerDeletedAt ?? null) : null,
    supersededBy: successor ?? (isReported ? replaced : (before?.supersededBy ?? null)),
    updatedAt: now,
  };
  const checked = isReported || !before ? { checkAt: nextCheck(row, now), checkAttempts: 0 } : {};
  const after: SubscriptionRow = {
    checkAt: null,
    checkAttempts: 0,
    tierId: "",
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

import type { App } from "../../app.ts";
import type { PurchaseRow } from "../../storage/db.ts";
import { findPurchase, insertPurchase, lockPurchase, updatePurchase } from "../../storage/purchases.ts";
import { transact } from "../../storage/transact.ts";
import { type Actor, recordEvent, systemActor } from "../analytics/record-event.ts";
import type { Project } from "../projects/project.ts";
import { nextPurchaseCheck } from "./next-purchase-check.ts";
import { matchOf } from "./one-time-products.ts";
import { type Claimant, decideOwner, GuestIsGone } from "./ownership.ts";
import type { PurchaseSnapshot } from "./purchase.ts";
import { columnsOf, isNewerThan, type PurchaseColumns } from "./purchase-row.ts";
import { type PurchaseEvent, recordPurchaseEvent } from "./record-purchase-event.ts";
import { storeOf } from "./stores.ts";

type ApplyApp = Pick<App, "clock" | "db" | "newId">;

export type AppliedPurchase = Readonly<{
  purchase: PurchaseRow;
  /** The claimant does not get it: it is somebody else's. */
  isRefused: boolean;
}>;

/**
 * Stores what a store reports about a one-time purchase, by the rules of `applySnapshot`: the newest report wins, and
 * the events that tell the change are stored with it or not at all. `importedBy`: as there.
 */
export async function applyPurchase(
  app: ApplyApp,
  project: Project,
  snapshot: PurchaseSnapshot,
  claimant?: Claimant,
  importedBy?: Actor,
): Promise<AppliedPurchase> {
  for (;;) {
    try {
      return await applyOnce(app, project, snapshot, claimant, importedBy);
    } catch (error) {
      // Whoever owns it is no guest any more. Nobody becomes one again, so this comes to an end.
      if (!(error instanceof GuestIsGone)) throw error;
    }
  }
}

function applyOnce(
  app: ApplyApp,
  project: Project,
  snapshot: PurchaseSnapshot,
  claimant: Claimant | undefined,
  importedBy: Actor | undefined,
): Promise<AppliedPurchase> {
  return transact(app, async (app) => {
    const { store, subjectKey } = snapshot;
    await lockPurchase(app.db, project.id, store, subjectKey);
    const before = await findPurchase(app.db, project.id, store, subjectKey);
    const reported = columnsOf(snapshot);
    const isNews = before === undefined || isNewerThan(reported, before);
    const newest = isNews ? { store, ...reported } : before;
    const { userId, isRefused } = await decideOwner(app, project, before, newest, [], claimant, !importedBy);
    const isMoved = before !== undefined && before.userId !== userId;
    if (before && !isNews && !isMoved) return { purchase: before, isRefused };

    const by = importedBy ?? actorOf(claimant);
    const about = importedBy ? { imported: true } : {};
    const after = await save(app, project, snapshot, before, isNews ? reported : undefined, userId);
    const change = isNews ? changeBetween(before, after) : undefined;
    if (change) await recordPurchaseEvent(app, after, change, by, about);
    if (change === "paid" && isOrphan(after)) await recordOrphan(app, after);
    if (isMoved && (before.userId !== null || importedBy)) {
      await recordPurchaseEvent(app, after, "transferred", by, { ...about, from_user_id: before.userId });
    }
    return { purchase: after, isRefused };
  });
}

function actorOf(claimant: Claimant | undefined): Actor {
  return claimant ? { actor: `user:${claimant.user.id}`, ip: claimant.ip } : systemActor;
}

async function save(
  app: ApplyApp,
  project: Project,
  snapshot: PurchaseSnapshot,
  before: PurchaseRow | undefined,
  reported: PurchaseColumns | undefined,
  userId: string | null,
): Promise<PurchaseRow> {
  const now = app.clock();
  const { store, subjectKey } = snapshot;
  const facts = before ?? {
    ...columnsOf(snapshot),
    ...{ id: app.newId(), projectId: project.id, store, subjectKey, createdAt: now },
    ...{ catalogId: "", kind: "", claimId: null, consumedAt: null, checkAt: null, checkAttempts: 0 },
  };
  const owned: PurchaseRow = {
    ...facts,
    ...reported,
    userId,
    ownerDeletedAt: userId === null ? (before?.ownerDeletedAt ?? null) : null,
    updatedAt: now,
  };
  const row = reported ? { ...owned, ...matchOf(project, owned) } : owned;
  // Stored with the report itself: a process that dies before it has told the store leaves a check behind.
  const checkAt = nextPurchaseCheck(row, !isUnsettled(row, snapshot), now);
  const after = { ...row, checkAt, checkAttempts: 0 };
  if (!before) {
    await insertPurchase(app.db, after);
    return after;
  }
  const {
    id,
    projectId,
    store: _store,
    subjectKey: _key,
    createdAt,
    claimId,
    consumedAt,
    ...written
  } = after;
  await updatePurchase(app.db, before, written);
  return after;
}

/** The store waits to hear that the buyer has got it, or that it is used up. */
export function isUnsettled(
  row: Pick<PurchaseRow, "state" | "userId" | "consumedAt">,
  snapshot: Pick<PurchaseSnapshot, "needsAcknowledgement" | "isUnconsumedAtStore">,
): boolean {
  if (row.state !== "paid") return false;
  const isOwed = snapshot.needsAcknowledgement && row.userId !== null;
  return isOwed || (snapshot.isUnconsumedAtStore && row.consumedAt !== null);
}

/**
 * Paid on a page of ours whose account was deleted meanwhile. Nobody can restore it, so only an administrator can
 * give the money back.
 */
function isOrphan({ store, accountToken, userId }: PurchaseRow): boolean {
  return storeOf(store).sellsOnPages && accountToken !== null && userId === null;
}

function recordOrphan(app: ApplyApp, { id, store, projectId }: PurchaseRow): Promise<void> {
  const data = { purchase_id: id, store };
  return recordEvent(app, { kind: "billing.orphan_payment", projectId, by: systemActor, data });
}

function changeBetween(before: PurchaseRow | undefined, after: PurchaseRow): PurchaseEvent | undefined {
  if (before?.state === after.state) return undefined;
  if (after.state === "paid") return before?.state === "refunded" ? "restored" : "paid";
  return after.state === "refunded" && before?.state === "paid" ? "refunded" : undefined;
}

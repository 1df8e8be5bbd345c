import type { App } from "../../app.ts";
import type { Db, Millis } from "../../storage/db.ts";
import {
  deleteNotificationsAbout,
  deleteOwnerlessPurchase,
  deleteOwnerlessSubscriptions,
  deleteSuccessionsOf,
  listOwnerlessPurchases,
  listOwnerlessSubscriptions,
  stripConsumedPurchase,
} from "../../storage/ownerless-purchases.ts";
import { listAllProjects } from "../../storage/projects.ts";
import { lockPurchase } from "../../storage/purchases.ts";
import { lockSubscriptions } from "../../storage/subscriptions.ts";
import { transact } from "../../storage/transact.ts";
import { type Project, readProject } from "../projects/project.ts";

const DAY_MS = 86_400_000;
/** Small, because each purchase is locked. */
const BATCH = 50;

type SweepApp = Pick<App, "db">;
type Batch = { deleted: number; isMore: boolean };

/**
 * Deletes subscriptions and one-time purchases that have ended and whose owner was deleted, when the project's period
 * is over since both. What belongs to them goes too.
 */
export async function deleteOwnerless(app: SweepApp, now: Millis): Promise<Batch> {
  const all: Batch = { deleted: 0, isMore: false };
  for (const row of await listAllProjects(app.db)) {
    const project = readProject(row);
    const days = project.settings.ownerlessPurchaseRetentionDays;
    if (days === 0) continue;
    for (const deleteBatch of [subscriptionBatch, purchaseBatch]) {
      const { deleted, isMore } = await deleteBatch(app, project, now - days * DAY_MS);
      all.deleted += deleted;
      all.isMore ||= isMore;
    }
  }
  return all;
}

async function subscriptionBatch(app: SweepApp, { id }: Project, before: Millis): Promise<Batch> {
  const found = await listOwnerlessSubscriptions(app.db, id, before, BATCH);
  if (found.length === 0) return { deleted: 0, isMore: false };
  const deleted = await transact(app, async ({ db }) => {
    for (const [store, keys] of byStore(found)) await lockSubscriptions(db, id, store, keys);
    const ids = found.map((row) => row.id);
    const gone = await deleteOwnerlessSubscriptions(db, id, ids, before);
    await deleteTold(db, id, gone);
    for (const [store, keys] of byStore(gone)) await deleteSuccessionsOf(db, id, store, keys);
    return gone.length;
  });
  return { deleted, isMore: deleted > 0 && found.length === BATCH };
}

async function purchaseBatch(app: SweepApp, { id }: Project, before: Millis): Promise<Batch> {
  const found = await listOwnerlessPurchases(app.db, id, before, BATCH);
  if (found.length === 0) return { deleted: 0, isMore: false };
  let deleted = 0;
  for (const { store, subjectKey, ...row } of found) {
    deleted += await transact(app, async ({ db }) => {
      await lockPurchase(db, id, store, subjectKey);
      const stripped = await stripConsumedPurchase(db, id, row.id, before);
      const gone = stripped.length > 0 ? stripped : await deleteOwnerlessPurchase(db, id, row.id, before);
      await deleteTold(db, id, gone);
      return gone.length;
    });
  }
  return { deleted, isMore: deleted > 0 && found.length === BATCH };
}

type Subject = Readonly<{ store: string; subjectKey: string }>;

async function deleteTold(db: Db, projectId: string, gone: readonly Subject[]): Promise<void> {
  for (const [store, keys] of byStore(gone)) await deleteNotificationsAbout(db, projectId, store, keys);
}

/** In one order, so that no two transactions wait for each other. */
function byStore(subjects: readonly Subject[]): [store: string, keys: string[]][] {
  const stores = [...new Set(subjects.map(({ store }) => store))].sort();
  return stores.map((store) => [
    store,
    subjects.filter((subject) => subject.store === store).map(({ subjectKey }) => subjectKey),
  ]);
}

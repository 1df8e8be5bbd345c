import { AppError, invalidRequest } from "../../errors.ts";
import type { PurchaseRow, SubscriptionRow } from "../../storage/db.ts";
import { findPurchase } from "../../storage/purchases.ts";
import { findSubscription } from "../../storage/subscriptions.ts";
import { findUser, findUserByEmail } from "../../storage/users.ts";
import { canonicalEmail } from "../accounts/email.ts";
import type { Actor } from "../analytics/record-event.ts";
import type { Project } from "../projects/project.ts";
import { givesAccess } from "./access.ts";
import { itemsOf } from "./add-ons.ts";
import { type ImportedEntry, problemOfEntry } from "./imported-entry.ts";
import { mapLimit } from "./map-limit.ts";
import { oneTimeOf, productOfPurchase } from "./one-time-products.ts";
import type { PurchaseSnapshot } from "./purchase.ts";
import type { Snapshot } from "./snapshot.ts";
import { adapterOf, type StoreApp, type Subject } from "./store-adapter.ts";
import { isStoreTrouble, noteStoreAnswer, noteStoreFailure, restingUntil } from "./store-health.ts";
import { type StoreName, storeOf } from "./stores.ts";
import { type NamedUser, type StoredPurchase, type ToldPurchase, takeOver } from "./take-over.ts";
import { tierOf } from "./tier-of.ts";

export type ImportOutcome =
  | "imported"
  | "unchanged"
  | "user_unknown"
  | "store_unknown"
  | "owned_by_other"
  | "invalid"
  | "store_unavailable";

export type ImportedResult = Readonly<{
  outcome: ImportOutcome;
  /** For people; never holds a purchase token. */
  detail: string;
  subscriptionId: string;
  purchaseId: string;
  givesAccess: boolean;
  tierId: string;
}>;

type Import = Readonly<{ by: Actor; dryRun: boolean; unreachable: Map<StoreName, ImportedResult> }>;

const MAX_ENTRIES = 50;
const AT_A_TIME = 4;

/**
 * Takes over subscriptions of another system. The store is asked about each, and only what it knows is
 * stored. Each entry succeeds or fails on its own, and doing it again changes nothing.
 */
export async function importSubscriptions(
  app: StoreApp,
  project: Project,
  by: Actor,
  { entries, dryRun }: { entries: readonly ImportedEntry[]; dryRun: boolean },
): Promise<ImportedResult[]> {
  if (entries.length > MAX_ENTRIES)
    throw invalidRequest("entries", `must have at most ${MAX_ENTRIES} entries`);
  const results: ImportedResult[] = [];
  // A store that fails once is left alone for the rest of the call: waiting for it again and again takes too long.
  const work = { by, dryRun, unreachable: new Map<StoreName, ImportedResult>() };
  await mapLimit([...entries.entries()], AT_A_TIME, async ([place, entry]) => {
    results[place] = await importOne(app, project, entry, work);
  });
  return results;
}

async function importOne(
  app: StoreApp,
  project: Project,
  entry: ImportedEntry,
  work: Import,
): Promise<ImportedResult> {
  const problem = problemOfEntry(entry);
  if (problem !== undefined) return failed("invalid", problem);
  const user = entry.user === "" ? undefined : await userOf(app, project, entry.user);
  if (typeof user === "string") return failed("user_unknown", user);
  const find = entry.oneTime ? findPurchase : findSubscription;
  const known = await find(app.db, project.id, entry.store, entry.storeKey);
  // Its store is asked about it by the clock, so running a long import again is quick.
  const isThere = known && known.userId === (user?.id ?? known.userId);
  if (isThere) return succeeded(app, project, { outcome: "unchanged", row: known, isSettled: true }, false);
  if (known && known.userId !== null) return ownedByOther();
  const asked = await ask(app, project, entry, work);
  if ("outcome" in asked) return asked;
  const { by, dryRun } = work;
  const taken = await takeOver(app, project, asked, { by, user, dryRun });
  if (taken.outcome === "user_unknown")
    return failed("user_unknown", "the user was deleted or changed meanwhile");
  if (taken.outcome === "owned_by_other") return ownedByOther();
  return succeeded(app, project, taken, dryRun);
}

/** The user, or why there is none. Whoever registers somebody's address first has not proven that it is theirs. */
async function userOf(app: StoreApp, project: Project, named: string): Promise<NamedUser | string> {
  if (!named.includes("@")) {
    const user = await findUser(app.db, project.id, named);
    return user ? { id: user.id } : "no user has this id";
  }
  const email = canonicalEmail(named);
  const user = email && (await findUserByEmail(app.db, project.id, email));
  if (!user) return "no user has this email address";
  if (user.emailVerifiedAt === null) return "a user has this email address, but has not verified it";
  return { id: user.id, verifiedEmail: user.email ?? "" };
}

/** What the store says now, or why there is nothing to store. */
async function ask(
  app: StoreApp,
  project: Project,
  { store: named, storeKey, sandbox, oneTime }: ImportedEntry,
  { unreachable }: Import,
): Promise<ToldPurchase | ImportedResult> {
  const store = named as StoreName;
  const { title, hasEnvironments } = storeOf(store);
  const known = unreachable.get(store);
  if (known) return known;
  const resting = await whyResting(app, project, store);
  if (resting !== undefined) return failed("store_unavailable", resting);
  const environment = sandbox ? "sandbox" : "production";
  try {
    const subject = { subjectKey: storeKey, environment } as const;
    const snapshot = oneTime
      ? await fetchLasting(app, project, store, subject)
      : await fetchSubscription(app, project, store, subject);
    await noteStoreAnswer(app, project.id, store);
    if (snapshot) return snapshot;
    const where = hasEnvironments ? ` in its ${environment} environment` : "";
    return failed(
      "store_unknown",
      `${title} does not know it${where}${oneTime ? " as a one-time purchase" : ""}`,
    );
  } catch (error) {
    if (isStoreTrouble(error)) await noteStoreFailure(app, project.id, store, error);
    const result = resultOf(title, error);
    if (isStoreTrouble(error)) unreachable.set(store, result);
    return result;
  }
}

function resultOf(title: string, error: unknown): ImportedResult {
  if (!(error instanceof AppError)) throw error;
  const { reason, metadata } = error;
  if (reason === "STORE_NOT_CONFIGURED") {
    return failed("invalid", `${title} is not set up: ${metadata.missing ?? "settings are missing"}`);
  }
  if (reason === "PURCHASE_INVALID") return failed("invalid", `${title} does not sell it as the file says`);
  if (reason !== "STORE_UNAVAILABLE") throw error;
  return metadata.refused
    ? failed("invalid", `${title} refuses the stored credentials`)
    : failed("store_unavailable", `${title} did not answer`);
}

async function fetchSubscription(
  app: StoreApp,
  project: Project,
  store: StoreName,
  subject: Subject,
): Promise<Snapshot | ImportedResult | undefined> {
  const { fetch, fetchImported = fetch } = adapterOf(app, store);
  const found = await fetchImported(app, project, subject);
  return found && "ignoredBecause" in found ? failed("invalid", found.ignoredBecause) : found;
}

/**
 * Only what lasts is taken over: the system that sold a consumable has delivered it, and the backend would
 * deliver it once more.
 */
async function fetchLasting(
  app: StoreApp,
  project: Project,
  store: StoreName,
  subject: Subject,
): Promise<PurchaseSnapshot | ImportedResult | undefined> {
  const snapshot = await adapterOf(app, store).fetchPurchase(app, project, subject);
  if (!snapshot || oneTimeOf(project, snapshot)?.kind === "lifetime") return snapshot;
  return failed(
    "invalid",
    `the catalog has no lifetime product ${snapshot.productId}; only those are imported`,
  );
}

async function whyResting(app: StoreApp, project: Project, store: StoreName): Promise<string | undefined> {
  const until = await restingUntil(app, project.id, store);
  if (until === undefined) return undefined;
  return `${storeOf(store).title} asked to wait another ${Math.ceil((until - app.clock()) / 1000)} seconds`;
}

function succeeded(
  app: StoreApp,
  project: Project,
  { outcome, row, isSettled }: { outcome: ImportOutcome; row: StoredPurchase; isSettled: boolean },
  dryRun: boolean,
): ImportedResult {
  const isOneTime = "catalogId" in row;
  const given = isOneTime ? lastingOf(project, row) : tierGiven(app, project, row);
  const details = [
    given.tierId === "" && `the catalog has no product ${row.productId}, so it gives no access`,
    row.userId === null && "nobody owns it until somebody restores it",
    !isSettled && "the store was not told whose it is; that is tried again",
  ];
  const id = dryRun && outcome === "imported" ? "" : row.id;
  return {
    outcome,
    detail: details.filter((detail) => detail !== false).join("; "),
    subscriptionId: isOneTime ? "" : id,
    purchaseId: isOneTime ? id : "",
    ...given,
  };
}

type Given = Pick<ImportedResult, "givesAccess" | "tierId">;

function tierGiven(app: StoreApp, project: Project, row: SubscriptionRow): Given {
  const held = itemsOf(row).filter((item) => tierOf(project, item) !== undefined);
  const [first] = held;
  return {
    givesAccess: held.some((item) => givesAccess(item, project.settings.billing, app.clock())),
    tierId: (first && tierOf(project, first)?.id) ?? "",
  };
}

function lastingOf(project: Project, row: PurchaseRow): Given {
  const product = productOfPurchase(project, row);
  const isIgnored = project.settings.billing.ignoreSandbox && row.environment === "sandbox";
  return {
    givesAccess: row.state === "paid" && product?.kind === "lifetime" && !isIgnored,
    tierId: product?.id ?? "",
  };
}

function ownedByOther(): ImportedResult {
  return failed("owned_by_other", "another user owns it; svc billing subscriptions transfer moves it");
}

function failed(outcome: ImportOutcome, detail: string): ImportedResult {
  return { outcome, detail, subscriptionId: "", purchaseId: "", givesAccess: false, tierId: "" };
}

import { DatabaseSync, type StatementSync } from "node:sqlite";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { engines } from "../testing/engines.ts";
import { planOf } from "../testing/plan-of.ts";
import { isAddressReserved } from "./address-undos.ts";
import { deleteAdminSessionById, holdAdminSession, listLiveAdminSessions } from "./admin-sessions.ts";
import { deleteBansOf, listBanned } from "./banned-addresses.ts";
import { findBillingAccountByCustomer, forgetStripeCustomer } from "./billing-accounts.ts";
import { countIgnoredSubjects } from "./billing-inbox.ts";
import { findSubscriptionPlace, sumSubscriptions } from "./billing-metrics.ts";
import {
  listAddOnUse,
  listCatalogUse,
  listPurchaseMatches,
  listPurchaseUse,
  storeAddOnTier,
  storePurchaseMatch,
  storeTier,
} from "./catalog-use.ts";
import type { Db } from "./db.ts";
import { deleteEmailTokens } from "./email-tokens.ts";
import { listLiveGrants } from "./entitlement-grants.ts";
import {
  deleteMailOf,
  erasePersonFromActiveDays,
  erasePersonFromEvents,
  listAddressesOf,
  listEventData,
} from "./erase-people.ts";
import { listMails } from "./listed-mails.ts";
import { hasSessionWith, listSessionsBeyond, lockWithActivity } from "./open-sessions.ts";
import { findSessionOfAttempt, findSignUpAttempt, lockSessionOfAttempt } from "./opening-attempts.ts";
import { deleteQueuedMail, hasNewerMailAbout } from "./outbox.ts";
import { holdPersonalAccessToken, revokePersonalAccessTokenTree } from "./personal-access-tokens.ts";
import { deleteOrphans } from "./project-rows.ts";
import { findProjectBySecretKeyHash } from "./projects.ts";
import { findPurchasePlace, type PurchaseMoment, sumPurchases } from "./purchase-metrics.ts";
import { listLastingPurchases, listPurchasesOfUser, listUnconsumedPurchases } from "./purchases.ts";
import { deletePushDevicesOfSessions, listPushDevicesOfUser } from "./push-devices.ts";
import { findCurrentRefreshToken, findReplayableToken, wipeReplay, wipeReplaysOf } from "./refresh-tokens.ts";
import { listDueDeletions } from "./scheduled-deletions.ts";
import { listLiveSessions, revokeSessionsOpenedWith, revokeUserSessions } from "./sessions.ts";
import { listProjectsWithoutStandByKey, listPublishedSigningKeys } from "./signing-keys.ts";
import { listBuyersAmong } from "./stale-guests.ts";
import { listSubscriptionsOfUser } from "./subscriptions.ts";
import { findHolderWithSignIn, findTokenHolder, findTokenSubject } from "./token-holders.ts";
import { findActivity, noteRefresh, noteSignIn } from "./user-activity.ts";
import { listEmailLinksOfUser, listMailsOfUser, listRowsOfUser } from "./user-export.ts";
import { countUserNotes, listUserNotes } from "./user-notes.ts";
import { findUser, findUserByEmail, listIdentities } from "./users.ts";

let db: Db;
beforeEach(async () => {
  const sqlite = engines.find(({ kind }) => kind === "sqlite");
  if (!sqlite) throw new Error("no engine");
  db = await sqlite.open();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await db.destroy();
});

/** What an export reads. */
function exportedOfUser(): [string, (db: Db) => unknown][] {
  const user = { id: "u", projectId: "p", email: "e" };
  const page = { after: { id: "i", at: 1 }, limit: 9 };
  const tables = ["identities", "sessions", "pushDevices", "addressUndos", "userNotes"] as const;
  const billing = ["entitlementGrants", "subscriptions", "purchases"] as const;
  return [
    ...[...tables, ...billing].map((table): [string, (db: Db) => unknown] => [
      `export of ${table}`,
      (db) => listRowsOfUser(db, table, user, page),
    ]),
    ["export of links", (db) => listEmailLinksOfUser(db, user)],
    ["export of mails", (db) => listMailsOfUser(db, user, page)],
  ];
}

const now = 1;
const end = { reason: "x", now };
const ONE_USER: ReadonlyArray<[string, (db: Db) => unknown]> = [
  ["the project of a secret key, new or old", (db) => findProjectBySecretKeyHash(db, { hash: "h" })],
  ["the user", (db) => findUser(db, "p", "u")],
  ["the user with an email", (db) => findUserByEmail(db, "p", "e")],
  ["identities", (db) => listIdentities(db, "p", "u")],
  [
    "the holder of a token",
    (db) => findTokenHolder(db, { id: "p" }, { kid: "k", userId: "u", sessionId: "s", now }),
  ],
  [
    "the holder of a token with the last sign-in",
    (db) => findHolderWithSignIn(db, { id: "p" }, { kid: "k", userId: "u", sessionId: "s", now }),
  ],
  ["notes", (db) => listUserNotes(db, "p", "u", undefined, 9)],
  ["how many notes", (db) => countUserNotes(db, "p", "u")],
  ["activity", (db) => findActivity(db, "p", "u")],
  ["a sign-in", (db) => noteSignIn(db, { projectId: "p", userId: "u", now })],
  ["a refresh", (db) => noteRefresh(db, { projectId: "p", userId: "u", now })],
  ["who is signing in", (db) => lockWithActivity(db, { projectId: "p", id: "u" })],
  ["whom a token is for", (db) => findTokenSubject(db, { projectId: "p", locatorHash: "h" })],
  ["whom the token of a session is for", (db) => findTokenSubject(db, { projectId: "p", sessionId: "s" })],
  ["live sessions", (db) => listLiveSessions(db, "p", "u", now)],
  ["ending all sessions", (db) => revokeUserSessions(db, "p", "u", end)],
  ["ending all sessions but one", (db) => revokeUserSessions(db, "p", "u", end, "s")],
  [
    "ending sessions of a method",
    (db) => revokeSessionsOpenedWith(db, "p", "u", { method: "m", until: 1 }, end),
  ],
  ["the current refresh token", (db) => findCurrentRefreshToken(db, "p", "s", now)],
  ["a refresh token to tell again", (db) => findReplayableToken(db, "p", "s", "a")],
  ["the session of an attempt", (db) => findSessionOfAttempt(db, "p", "a")],
  ["the session of an attempt, locked", (db) => lockSessionOfAttempt(db, "p", "a")],
  ["a sign-up without a session", (db) => findSignUpAttempt(db, "p", "a", now)],
  ["wiping what could be told again", (db) => wipeReplay(db, { projectId: "p", hash: "h" })],
  ["wiping it for some sessions", (db) => wipeReplaysOf(db, "p", ["s", "t", "v"])],
  ["push devices of some sessions", (db) => deletePushDevicesOfSessions(db, "p", ["s", "t"])],
  ["push devices", (db) => listPushDevicesOfUser(db, "p", "u")],
  ["subscriptions", (db) => listSubscriptionsOfUser(db, "p", "u")],
  ["one-time purchases", (db) => listPurchasesOfUser(db, "p", "u", 9)],
  ["one-time purchases that may give an entitlement", (db) => listLastingPurchases(db, "p", "u")],
  ["links in mails", (db) => deleteEmailTokens(db, "p", "u", ["a", "b"])],
  ["mails of deleted users and their addresses", (db) => deleteMailOf(db, "p", ["u"], ["e"])],
  ["events of a deleted user", (db) => erasePersonFromEvents(db, "p", { userId: "u", by: "v" })],
  ["active days of a deleted user", (db) => erasePersonFromActiveDays(db, "p", { userId: "u", by: "v" })],
  ["addresses of users", (db) => listAddressesOf(db, "p", ["u"])],
  ["addresses in the events of users", (db) => listEventData(db, "p", ["u"], ["user.email_changed"])],
  ["users whom stores know", (db) => listBuyersAmong(db, "p", ["u"])],
  ["mails that are queued", (db) => deleteQueuedMail(db, "p", { id: "u", email: "e" }, ["a", "b"])],
  ["who may get an address back", (db) => isAddressReserved(db, "p", "e", "u", now)],
  [
    "sessions beyond the limit",
    (db) => listSessionsBeyond(db, { projectId: "p", userId: "u", now, limit: 100 }),
  ],
  [
    "a session of the same device",
    (db) => hasSessionWith(db, { projectId: "p", userId: "u", userAgent: "a" }),
  ],
  ["who is banned", (db) => listBanned(db, "p", ["a", "b"])],
  ["lifting a ban", (db) => deleteBansOf(db, "p", ["a", "b"])],
  ["deletions that are due", (db) => listDueDeletions(db, "p", now, { limit: 9, skips: [] })],
  ["grants", (db) => listLiveGrants(db, "p", "u", now)],
  ...exportedOfUser(),
  ["an administrator's sessions", (db) => listLiveAdminSessions(db, "a", now, now, 1)],
  ["ending one of them", (db) => deleteAdminSessionById(db, "a", "s")],
  ["holding a session", (db) => holdAdminSession(db, "a", "h", now)],
  ["holding a token", (db) => holdPersonalAccessToken(db, "a", "t", now)],
];

test.each(ONE_USER)("%s: SQLite does not walk through the project", async (_what, run) => {
  const statements: string[] = [];
  let connection: DatabaseSync | undefined;
  const prepare = DatabaseSync.prototype.prepare;
  vi.spyOn(DatabaseSync.prototype, "prepare").mockImplementation(function (
    this: DatabaseSync,
    sql: string,
  ): StatementSync {
    connection = this;
    statements.push(sql);
    return prepare.call(this, sql);
  });
  await run(db);
  vi.restoreAllMocks();
  const asked = statements.filter((sql) => /^(select|update|delete)/.test(sql));
  expect(asked).not.toEqual([]);
  for (const sql of asked) {
    const plan = connection?.prepare(`explain query plan ${sql}`).all() ?? [];
    const steps = plan.map(({ detail }) => String(detail)).filter((step) => /^(SEARCH|SCAN)/.test(step));
    expect(steps).not.toEqual([]);
    // Keys of a project are few; of everything else a project may have millions.
    for (const step of steps.filter((step) => !/SEARCH key /.test(step)))
      expect(step).toMatch(
        /SEARCH .*\((id|hash|(old_)?secret_key_hash|locator_hash|user_id|admin_id|session_id|recipient|project_id=\? AND (email|user_id|hash|ban_id|opening_attempt|attempt_hash))=\?|\(project_id=\? AND deletion_due_at</,
      );
  }
});

test("what late calls left of a deleted project: SQLite reads that project alone", async () => {
  const compiled: string[] = [];
  const prepare = DatabaseSync.prototype.prepare;
  let connection: DatabaseSync | undefined;
  vi.spyOn(DatabaseSync.prototype, "prepare").mockImplementation(function (this: DatabaseSync, sql: string) {
    connection = this;
    compiled.push(sql);
    return prepare.call(this, sql);
  });
  await deleteOrphans(db, "p", 10);
  vi.restoreAllMocks();
  const asked = compiled.map((sql) => sql.trim()).filter((sql) => /^(select|delete)/.test(sql));
  expect(asked.length).toBeGreaterThan(5);
  for (const sql of asked) {
    const plan = connection?.prepare(`explain query plan ${sql}`).all() ?? [];
    const steps = plan.map(({ detail }) => String(detail)).filter((step) => /^(SEARCH|SCAN)/.test(step));
    expect(steps).not.toEqual([]);
    for (const step of steps) expect(step).toMatch(/^SEARCH/);
  }
});

test("revoking a token with its children: SQLite follows the index of parents", async () => {
  const compiled: string[] = [];
  const prepare = DatabaseSync.prototype.prepare;
  let connection: DatabaseSync | undefined;
  vi.spyOn(DatabaseSync.prototype, "prepare").mockImplementation(function (this: DatabaseSync, sql: string) {
    connection = this;
    compiled.push(sql);
    return prepare.call(this, sql);
  });
  await revokePersonalAccessTokenTree(db, "a", "t", now);
  vi.restoreAllMocks();
  const sql = compiled.find((sql) => sql.startsWith("with recursive")) ?? "";
  const steps = (connection?.prepare(`explain query plan ${sql}`).all() ?? []).map(({ detail }) =>
    String(detail),
  );
  expect(steps.filter((step) => step.startsWith("SCAN") && !/SCAN tree/.test(step))).toEqual([]);
  expect(steps.join("\n")).toContain("personal_access_tokens_by_parent (admin_id=? AND parent_id=?)");
});

test.each<[string, string, (db: Db) => unknown]>([
  [
    "the account of a customer",
    "billing_accounts_customer (project_id=? AND stripe_customer_id=?)",
    (db) => findBillingAccountByCustomer(db, "p", "c"),
  ],
  [
    "forgetting a customer",
    "billing_accounts_customer (project_id=? AND stripe_customer_id=?)",
    (db) => forgetStripeCustomer(db, "p", "u", "c"),
  ],
  [
    "the keys of the JWKS",
    "signing_keys_by_project (project_id=?)",
    (db) => listPublishedSigningKeys(db, "p", now),
  ],
  [
    "projects without a stand-by key",
    "signing_keys_one_stand_by (project_id=?)",
    (db) => listProjectsWithoutStandByKey(db, "", 100),
  ],
  [
    "subscriptions of others",
    "billing_inbox_by_status (status=? AND project_id=?)",
    (db) => countIgnoredSubjects(db, "p", "r"),
  ],
])("%s: SQLite reads %s", async (_what, index, run) => {
  expect(await planOf(db, run as Parameters<typeof planOf>[1])).toContain(index);
});

test.each<[string, (db: Db) => Promise<unknown>]>([
  ["subscriptions by product", (db) => listCatalogUse(db, "p")],
  ["add-ons by product", (db) => listAddOnUse(db, "p")],
  ["purchases by product", (db) => listPurchaseUse(db, "p")],
  ["one-time products as they are stored", (db) => listPurchaseMatches(db, "p")],
  [
    "storing the tier of an add-on",
    (db) => storeAddOnTier(db, "p", { store: "s", productId: "i", planId: "n", tierId: "" }, "t"),
  ],
  [
    "storing a one-time product",
    (db) => {
      const from = { store: "s", productId: "i", planId: "n", catalogId: "", kind: "" };
      return storePurchaseMatch(db, "p", from, { catalogId: "c", kind: "lifetime" });
    },
  ],
  [
    "storing a tier",
    (db) => storeTier(db, "p", { store: "s", productId: "i", planId: "n", tierId: "" }, "t"),
  ],
])("%s: SQLite reads one project", async (_what, run) => {
  const plan = await planOf(db, run);
  expect(plan).toMatch(/SEARCH (subscriptions|purchases) .*\(project_id=\?/);
  expect(plan).not.toMatch(/SCAN "?(subscriptions|purchases)/);
});

describe.each(engines)("Mails that were not sent, on $kind", (engine) => {
  const mail = (n: number) => ({
    id: `mail-${n}`,
    projectId: null,
    kind: "invite_admin",
    recipient: `u${n}@example.com`,
    userId: null,
    detail: null,
    createdAt: n,
    attempts: 1,
    nextAttemptAt: n,
    lastError: null,
    // Of ten, one waits, one failed and one was accepted.
    sentAt: n % 10 < 2 ? null : n,
    gaveUpAt: n % 10 === 1 ? n : null,
    relayAnswer: n % 10 === 2 ? "250 OK" : null,
  });

  test("the list of a state reads its own index, not the mails that were sent", async () => {
    const own = await engine.open();
    const rows = Array.from({ length: 6000 }, (_, n) => mail(n));
    for (let at = 0; at < rows.length; at += 300) {
      await own
        .insertInto("outbox")
        .values(rows.slice(at, at + 300))
        .execute();
    }
    await sql`analyze`.execute(own);
    for (const state of ["waiting", "failed", "sent"] as const) {
      for (const after of [undefined, { createdAt: 5000, id: "mail-5000" }]) {
        const plan = await planOf(own, (own) => listMails(own, state, after, 51));
        expect(plan).toContain(`outbox_${state}`);
        expect(plan).not.toMatch(/Seq Scan on outbox|SCAN outbox"|TEMP B-TREE|Sort/);
      }
    }
    const code = { ...mail(0), kind: "email_code", detail: "flow" };
    expect(await planOf(own, (own) => hasNewerMailAbout(own, code))).toContain("outbox_by_recipient");
    await own.destroy();
  });
});

describe("Figures of billing", () => {
  const slice = { after: "a", until: "b" };
  const range = { since: 1, asOf: 2, leewayMs: 0, includeSandbox: false };

  test("SQLite reads each slice of a project's subscriptions in the order of the file", async () => {
    const place = await planOf(db, (db) => findSubscriptionPlace(db, "p", "a", 10));
    expect(place).toContain("COVERING INDEX subscriptions_in_order (project_id=? AND id>?)");
    const sums = await planOf(db, (db) => sumSubscriptions(db, "p", slice, range));
    expect(sums).toContain("subscriptions_in_order (project_id=? AND id>? AND id<?)");
    expect(sums).not.toMatch(/SCAN subscriptions/);
  });

  test.each<[PurchaseMoment, string, string]>([
    ["purchasedAt", "purchases_by_time", "purchased_at"],
    ["refundedAt", "purchases_by_refund", "refunded_at"],
  ])("SQLite reads one-time purchases by %s from its own index", async (moment, index, column) => {
    const at = { after: { at: 1, id: "" }, until: undefined, to: 2 };
    const read = `${index} (project_id=? AND ${column}>? AND ${column}<?)`;
    const place = await planOf(db, (db) => findPurchasePlace(db, "p", moment, at, 10));
    expect(place).toContain(`COVERING INDEX ${read}`);
    expect(place).not.toContain("TEMP B-TREE");
    const until = { at: 2, id: "x" };
    const sums = await planOf(db, (db) => sumPurchases(db, "p", moment, { ...at, until }, false));
    expect(sums).toContain(read);
  });
});

describe.each(engines)("One-time purchases that wait, on $kind", (engine) => {
  test("are read from their own index, not from all purchases", async () => {
    const own = await engine.open();
    await own.insertInto("projects").values(aProject("p")).execute();
    await own.insertInto("users").values(aUser("u", "p")).execute();
    const rows = Array.from({ length: 6000 }, (_, n) => aPurchase(n));
    for (let at = 0; at < rows.length; at += 300) {
      await own
        .insertInto("purchases")
        .values(rows.slice(at, at + 300))
        .execute();
    }
    await sql`analyze`.execute(own);
    for (const after of [undefined, { purchasedAt: 5000, id: "purchase-5000" }]) {
      const plan = await planOf(own, (own) => listUnconsumedPurchases(own, "p", {}, 51, after));
      expect(plan).toContain("purchases_unconsumed");
      expect(plan).not.toMatch(/Seq Scan on purchases|SCAN purchases"|TEMP B-TREE|Sort/);
    }
    await own.destroy();
  });
});

const aProject = (id: string) => ({
  ...{ id, slug: id, name: id, publishableKey: `pk_${id}`, secretKeyHash: id, secretKeyLast4: "abcd" },
  ...{ settings: "{}", createdAt: 1, updatedAt: 1, deletedAt: null },
});

const aUser = (id: string, projectId: string) => ({
  ...{ id, projectId, displayName: "", avatarUrl: "", customClaims: "{}", searchText: "" },
  ...{ guestSince: 1, credentialEpoch: 0, createdAt: 1, updatedAt: 1 },
});

/** Of a hundred, one waits. */
const aPurchase = (n: number) => ({
  ...{ id: `purchase-${n}`, projectId: "p", userId: "u", store: "stripe", subjectKey: `pi_${n}` },
  ...{ environment: "production", productId: "x", planId: "", catalogId: "coins", kind: "consumable" },
  ...{ state: "paid", quantity: 1, familyShared: 0, purchasedAt: n, refundedAt: null, priceMicros: null },
  ...{ currency: "", accountToken: null, snapshotAt: n, checkAt: null, checkAttempts: 0 },
  ...{ ownerDeletedAt: null, claimId: n % 100 === 0 ? null : "c", consumedAt: n % 100 === 0 ? null : n },
  ...{ createdAt: n, updatedAt: n },
});

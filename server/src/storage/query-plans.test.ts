import { DatabaseSync, type StatementSync } from "node:sqlite";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { engines } from "../testing/engines.ts";
import { planOf } from "../testing/plan-of.ts";
import { isAddressReserved } from "./address-undos.ts";
import { findAdminFactorFailures } from "./admin-factor-failures.ts";
import { deleteAdminChallenges } from "./admin-mfa-challenges.ts";
import { deleteAdminPasskeys, listAdminPasskeys } from "./admin-passkeys.ts";
import { countAdminRecoveryCodes, useAdminRecoveryCode } from "./admin-recovery-codes.ts";
import { deleteAdminSessionById, holdAdminSession, listLiveAdminSessions } from "./admin-sessions.ts";
import { deleteBansOf, listBanned } from "./banned-addresses.ts";
import { findBillingAccountByCustomer, forgetStripeCustomer } from "./billing-accounts.ts";
import { countIgnoredSubjects } from "./billing-inbox.ts";
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
import {
  countRecoveryCodes,
  deleteFactors,
  findTotpFactor,
  replaceRecoveryCodes,
  useRecoveryCode,
  useTotpStep,
  writeFactorFailures,
} from "./factors.ts";
import { lockIdentity } from "./identities.ts";
import { listMails } from "./listed-mails.ts";
import {
  deleteMfaChallengesOf,
  findMfaChallenge,
  lockMfaChallenge,
  updateMfaChallenge,
} from "./mfa-challenges.ts";
import { hasSessionWith, listSessionsBeyond, lockWithActivity } from "./open-sessions.ts";
import { findSessionOfAttempt, findSignUpAttempt, lockSessionOfAttempt } from "./opening-attempts.ts";
import { deleteQueuedMail, hasNewerMailAbout } from "./outbox.ts";
import { countPasskeysOf, deletePasskeys, findPasskey, listPasskeys, notePasskeyUse } from "./passkeys.ts";
import { holdPersonalAccessToken, revokePersonalAccessTokenTree } from "./personal-access-tokens.ts";
import { deleteOrphans } from "./project-rows.ts";
import { findProjectBySecretKeyHash } from "./projects.ts";
import { listLastingPurchases, listPurchasesOfUser } from "./purchases.ts";
import { deletePushDevicesOfSessions, listPushDevicesOfUser } from "./push-devices.ts";
import { findCurrentRefreshToken, findReplayableToken, wipeReplay, wipeReplaysOf } from "./refresh-tokens.ts";
import { listDueDeletions } from "./scheduled-deletions.ts";
import {
  listLiveSessions,
  replaceAuthentication,
  revokeSessionsOfPasskeys,
  revokeSessionsOpenedWith,
  revokeUserSessions,
  setAuthentication,
} from "./sessions.ts";
import { listProjectsWithoutStandByKey, listPublishedSigningKeys } from "./signing-keys.ts";
import { listBuyersAmong } from "./stale-guests.ts";
import { listSubscriptionsOfUser } from "./subscriptions.ts";
import { findHolderWithSignIn, findTokenHolder, findTokenSubject } from "./token-holders.ts";
import { findActivity, noteRefresh, noteSignIn } from "./user-activity.ts";
import { countFactorUsers, countMailboxUsers, findFactorUserPlace } from "./user-counts.ts";
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
  const tables = ["identities", "passkeys", "sessions", "pushDevices", "addressUndos", "userNotes"] as const;
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
const KEY = { projectId: "p", userId: "u", id: "k" };
const CHALLENGE = { projectId: "p", tokenHash: "t", purpose: "sign_in" };
const PROVEN = { authenticatedAt: 1, provenBy: "totp" };
const USE = { signCount: 2, backedUp: 1, lastUsedAt: 1 };
const ONE_USER: ReadonlyArray<[string, (db: Db) => unknown]> = [
  ["the project of a secret key, new or old", (db) => findProjectBySecretKeyHash(db, { hash: "h" })],
  ["the user", (db) => findUser(db, "p", "u")],
  ["the user with an email", (db) => findUserByEmail(db, "p", "e")],
  ["identities", (db) => listIdentities(db, "p", "u")],
  ["passkeys", (db) => listPasskeys(db, KEY)],
  ["how many passkeys some users have", (db) => countPasskeysOf(db, "p", ["u", "v"])],
  ["a passkey", (db) => findPasskey(db, { projectId: "p", credentialId: "c" })],
  ["the use of a passkey", (db) => notePasskeyUse(db, { ...KEY, ...USE, before: 1 })],
  ["the authenticator app", (db) => findTotpFactor(db, KEY)],
  ["the use of a code", (db) => useTotpStep(db, KEY, { step: 1, secretSealed: "s", now })],
  ["the use of a recovery code", (db) => useRecoveryCode(db, KEY, "m", now)],
  ["recovery codes that are left", (db) => countRecoveryCodes(db, KEY)],
  ["new recovery codes", (db) => replaceRecoveryCodes(db, KEY, [], now)],
  ["a wrong code", (db) => writeFactorFailures(db, { ...KEY, factor: "totp" }, [now])],
  ["removing factors", (db) => deleteFactors(db, KEY)],
  ["a challenge", (db) => findMfaChallenge(db, CHALLENGE, now)],
  ["a challenge, locked", (db) => lockMfaChallenge(db, CHALLENGE, now)],
  ["the use of a challenge", (db) => updateMfaChallenge(db, CHALLENGE, { usedAt: now })],
  ["removing challenges", (db) => deleteMfaChallengesOf(db, KEY)],
  ["what a session has proven", (db) => replaceAuthentication(db, { ...KEY, ...PROVEN, passkeyId: "k" })],
  ["what a session has proven besides", (db) => setAuthentication(db, { ...KEY, ...PROVEN, adds: "totp" })],
  ["a provider account, locked", (db) => lockIdentity(db, KEY)],
  ["removing passkeys", (db) => deletePasskeys(db, KEY, ["k", "l"])],
  ["removing all passkeys", (db) => deletePasskeys(db, KEY)],
  ["ending sessions of passkeys", (db) => revokeSessionsOfPasskeys(db, "p", "u", ["k", "l"], end)],
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
  ["an administrator's passkeys", (db) => listAdminPasskeys(db, "a")],
  ["removing all of them", (db) => deleteAdminPasskeys(db, "a")],
  ["an administrator's recovery codes", (db) => countAdminRecoveryCodes(db, "a")],
  ["using one of them", (db) => useAdminRecoveryCode(db, "a", "m", now)],
  ["an administrator's wrong codes", (db) => findAdminFactorFailures(db, "a", "totp")],
  ["voiding an administrator's challenges", (db) => deleteAdminChallenges(db, "a")],
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
        /SEARCH .*\((id|hash|token_hash|(old_)?secret_key_hash|locator_hash|user_id|admin_id|session_id|recipient|project_id=\? AND (email|credential_id|user_id|hash|ban_id|opening_attempt|attempt_hash))=\?|\(project_id=\? AND deletion_due_at</,
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

test("users with nothing but a mailbox: SQLite reads the index of those without a password", async () => {
  const range = { after: { createdAt: 1, id: "u" }, last: { createdAt: 2, id: "v" }, before: 3 };
  const plan = await planOf(db, (db) => countMailboxUsers(db, "p", range));
  expect(plan).toMatch(/SEARCH "?users"? USING INDEX users_without_password/);
  expect(plan).toMatch(/SEARCH "?identities"? USING INDEX identities_user \(user_id=\?/);
});

test("users with an authenticator app: SQLite walks the index of the project, and sorts nothing", async () => {
  for (const count of [
    (db: Db) => findFactorUserPlace(db, "p", "u", 9),
    (db: Db) => countFactorUsers(db, "p", "u"),
  ]) {
    const plan = await planOf(db, count);
    expect(plan).toMatch(/SEARCH "?totp_factors"? USING COVERING INDEX totp_factors_by_project/);
    expect(plan).not.toContain("TEMP B-TREE");
  }
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
    language: null,
    endedAs: n % 30 === 1 ? ("suppressed" as const) : null,
    claimedUntil: null,
  });

  const SLOW = /Seq Scan on outbox|SCAN outbox"|TEMP B-TREE|Sort/;

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
    const indexes = { waiting: "waiting", failed: "failed", sent: "sent", suppressed: "failed" } as const;
    for (const [state, index] of Object.entries(indexes) as [keyof typeof indexes, string][]) {
      for (const after of [undefined, { createdAt: 5000, id: "mail-5000" }]) {
        const plan = await planOf(own, (own) => listMails(own, state, {}, after, 51));
        expect(plan).toContain(`outbox_${index}`);
        // Few are suppressed, so they may be sorted.
        const slow = state === "suppressed" ? /Seq Scan on outbox|SCAN outbox"/ : SLOW;
        expect(plan).not.toMatch(slow);
      }
    }
    const code = { ...mail(0), kind: "email_code", detail: "flow" };
    expect(await planOf(own, (own) => hasNewerMailAbout(own, code))).toContain("outbox_by_recipient");
    await own.destroy();
  });
});

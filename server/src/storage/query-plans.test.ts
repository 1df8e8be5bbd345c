import { DatabaseSync, type StatementSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { engines } from "../testing/engines.ts";
import type { Db } from "./db.ts";
import { deleteEmailTokens } from "./email-tokens.ts";
import { listLiveGrants } from "./entitlement-grants.ts";
import { deletePushDevicesOfSessions, listPushDevicesOfUser } from "./push-devices.ts";
import {
  findCurrentRefreshToken,
  findReplayableToken,
  listLiveSessions,
  revokeSessionsOpenedWith,
  revokeUserSessions,
  wipeReplay,
  wipeReplaysOf,
} from "./sessions.ts";
import { listSubscriptionsOfUser } from "./subscriptions.ts";
import { findTokenHolder, findTokenSubject } from "./token-holders.ts";
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

const now = 1;
const end = { reason: "x", now };
const ONE_USER: ReadonlyArray<[string, (db: Db) => unknown]> = [
  ["the user", (db) => findUser(db, "p", "u")],
  ["the user with an e-mail", (db) => findUserByEmail(db, "p", "e")],
  ["identities", (db) => listIdentities(db, "p", "u")],
  [
    "the holder of a token",
    (db) => findTokenHolder(db, { projectId: "p", kid: "k", userId: "u", sessionId: "s", now }),
  ],
  ["whom a token is for", (db) => findTokenSubject(db, "p", "h")],
  ["live sessions", (db) => listLiveSessions(db, "p", "u", now)],
  ["ending all sessions", (db) => revokeUserSessions(db, "p", "u", end)],
  ["ending all sessions but one", (db) => revokeUserSessions(db, "p", "u", end, "s")],
  [
    "ending sessions of a method",
    (db) => revokeSessionsOpenedWith(db, "p", "u", { method: "m", until: 1 }, end),
  ],
  ["the current refresh token", (db) => findCurrentRefreshToken(db, "p", "s", now)],
  ["a refresh token to tell again", (db) => findReplayableToken(db, "p", "s", "a")],
  ["wiping what could be told again", (db) => wipeReplay(db, { projectId: "p", hash: "h" })],
  ["wiping it for some sessions", (db) => wipeReplaysOf(db, "p", ["s", "t", "v"])],
  ["push devices of some sessions", (db) => deletePushDevicesOfSessions(db, "p", ["s", "t"])],
  ["push devices", (db) => listPushDevicesOfUser(db, "p", "u")],
  ["subscriptions", (db) => listSubscriptionsOfUser(db, "p", "u")],
  ["links in mails", (db) => deleteEmailTokens(db, "p", "u", ["a", "b"])],
  ["grants", (db) => listLiveGrants(db, "p", "u", now)],
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
      expect(step).toMatch(/SEARCH .*\((id|hash|user_id|session_id|project_id=\? AND email)=\?/);
  }
});

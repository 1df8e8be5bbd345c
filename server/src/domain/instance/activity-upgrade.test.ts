import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Db } from "../../storage/db.ts";
import { engines } from "../../testing/engines.ts";
import { Instance } from "../../testing/instance.ts";
import { reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";
import { leaveUpgradeUnfinished } from "../../testing/unfinished-upgrade.ts";
import { systemActor } from "../analytics/record-event.ts";
import { deleteStaleGuests } from "../guests/delete-stale-guests.ts";
import { createProject } from "../projects/create-project.ts";
import type { Project } from "../projects/project.ts";
import { copyActivity, describeUpgrade, finishUpgrade } from "./upgrade.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PASSWORD = "correct horse battery";

/** What version 0.1 does with the columns of `users`, statement by statement. */
const of01 = {
  refresh: (db: Db, id: string, now: number) =>
    sql`update users set last_active_at = ${now} where id = ${id}`.execute(db),
  signIn: (db: Db, id: string, now: number) =>
    sql`update users set last_sign_in_at = ${now}, last_active_at = ${now} where id = ${id}`.execute(db),
  newGuest: (db: Db, projectId: string, id: string, now: number) =>
    sql`insert into users (id, project_id, display_name, avatar_url, custom_claims, search_text, guest_since,
      credential_epoch, last_sign_in_at, last_active_at, created_at, updated_at)
      values (${id}, ${projectId}, '', '', '{}', '', ${now}, 0, ${now}, ${now}, ${now}, ${now})`.execute(db),
  staleGuests: async (db: Db, before: number) => {
    const { rows } = await sql<{ id: string }>`select id from users
      where guest_since is not null and last_active_at < ${before}`.execute(db);
    return rows.map(({ id }) => id);
  },
};

describe.each(engines.filter(({ kind }) => kind === "postgres"))("Activity beside 0.1 on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    await leaveUpgradeUnfinished(t.app.db);
    const settings = { allowAnonymousSignIn: true, guestRetentionDays: 30 };
    ({ project } = await t.addProject("Demo", settings));
  });
  afterEach(() => t.close());

  const activity = async (id: string) =>
    t.app.db.selectFrom("userActivity").selectAll().where("userId", "=", id).executeTakeFirst();
  const newGuest = async () => (await t.auth(project).signInAnonymously({})).user?.id ?? "";
  /** As the database was when migration 0025 had just run. */
  const forgetCopies = () => t.app.db.deleteFrom("userActivity").execute();

  test("a guest whom a replica of 0.1 has seen is not stale, nor one whom this version has seen", async () => {
    const atOld = await newGuest();
    const here = await t.auth(project).signInAnonymously({});
    t.advance(20 * DAY_MS);
    await of01.refresh(t.app.db, atOld, t.app.clock());
    await t.auth(project).refreshToken({ refreshToken: here.refreshToken });
    t.advance(20 * DAY_MS);
    expect(await deleteStaleGuests(t.app, project)).toBe(0);
    expect(await of01.staleGuests(t.app.db, t.app.clock() - 30 * DAY_MS)).toEqual([]);
    t.advance(11 * DAY_MS);
    await of01.newGuest(t.app.db, project.id, "new", t.app.clock());
    expect((await of01.staleGuests(t.app.db, t.app.clock() - 30 * DAY_MS)).sort()).toEqual(
      [atOld, here.user?.id].sort(),
    );
    expect(await deleteStaleGuests(t.app, project)).toBe(2);
  });

  test("replicas of 0.1 see when a guest was active, to the hour", async () => {
    let { user, refreshToken } = await t.auth(project).signInAnonymously({});
    for (let n = 0; n < 22; n++) {
      t.advance(HOUR_MS + 1);
      ({ refreshToken } = await t.auth(project).refreshToken({ refreshToken }));
      const id = user?.id ?? "";
      const { rows } = await sql`select last_active_at from users where id = ${id}`.execute(t.app.db);
      expect(rows).toEqual([{ lastActiveAt: t.app.clock() }]);
    }
  });

  test("of two values the later one counts, whichever was written last", async () => {
    const id = await newGuest();
    const start = t.app.clock();
    await of01.signIn(t.app.db, id, start + 5000);
    await of01.refresh(t.app.db, id, start + 1000);
    expect(await activity(id)).toMatchObject({ lastActiveAt: start + 5000, lastSignInAt: start + 5000 });
  });

  test("a guest whose activity was not copied yet is never stale, and has it once it is copied", async () => {
    const start = t.app.clock();
    await of01.newGuest(t.app.db, project.id, "old", start);
    await forgetCopies();
    t.advance(40 * DAY_MS);
    expect(await deleteStaleGuests(t.app, project)).toBe(0);
    await copyActivity(t.app);
    const guestDay = Math.floor(start / DAY_MS);
    expect(await activity("old")).toMatchObject({ lastActiveAt: start, lastSignInAt: start, guestDay });
    expect(await deleteStaleGuests(t.app, project)).toBe(1);
  });

  test("copying leaves what is newer, goes through many users, and is done once", async () => {
    const now = t.app.clock();
    await sql`insert into users (id, project_id, display_name, avatar_url, custom_claims, search_text,
        credential_epoch, last_sign_in_at, last_active_at, created_at, updated_at)
      select 'user-' || i, ${project.id}, '', '', '{}', '', 0, null, i, ${now}, ${now}
      from generate_series(1, 4500) as i`.execute(t.app.db);
    await sql`delete from user_activity where user_id <> 'user-7'`.execute(t.app.db);
    await sql`update user_activity set last_active_at = 7777 where user_id = 'user-7'`.execute(t.app.db);
    await copyActivity(t.app);
    const { rows } = await sql<{ n: number; wrong: number }>`
      select count(*) as n, count(*) filter (where a.last_active_at <> u.last_active_at) as wrong
      from users u join user_activity a on a.user_id = u.id`.execute(t.app.db);
    expect(rows).toEqual([{ n: 4500, wrong: 1 }]);
    await forgetCopies();
    await copyActivity(t.app);
    expect(await activity("user-8")).toBeUndefined();
  });

  test("finishing copies what is missing and drops what nobody needs any more", async () => {
    const start = t.app.clock();
    await of01.newGuest(t.app.db, project.id, "old", start);
    await forgetCopies();
    await finishUpgrade(t.app);
    expect(await activity("old")).toMatchObject({ lastActiveAt: start, lastSignInAt: start });
    const { rows } = await sql<{ left: string }>`
      select attname as left from pg_attribute
        where attrelid = 'users'::regclass and attname in ('last_active_at', 'last_sign_in_at')
      union all select relname from pg_class where relname in ('users_stale_guests', 'users_by_last_sign_in')
      union all select tgname from pg_trigger where tgname = 'users_copy_activity'
      union all select proname from pg_proc where proname = 'svc_copy_activity'
      union all select conname from pg_constraint where contype = 'f' and confrelid = 'projects'::regclass
        and conrelid in ('users'::regclass, 'sessions'::regclass, 'events'::regclass)`.execute(t.app.db);
    expect(rows).toEqual([]);
    await finishUpgrade(t.app); // again, as after an interruption
    t.advance(DAY_MS);
    const again = await t.auth(project).signInAnonymously({});
    expect(await activity(again.user?.id ?? "")).toMatchObject({ lastSignInAt: t.app.clock() });
  });

  test("no call fails while the upgrade is finished, nor waits for a backup that reads the tables", async () => {
    await t.addUser(project, "ada@example.com", PASSWORD);
    const phone = await t.auth(project).signInAnonymously({});
    const reader = await TestApp.open(engine, { database: t.database });
    const reading = Promise.withResolvers<void>();
    const isRead = Promise.withResolvers<void>();
    const backup = reader.app.db.transaction().execute(async (db) => {
      await sql`select 1 from users limit 1`.execute(db);
      reading.resolve();
      await isRead.promise;
    });
    await reading.promise;
    const finished = finishUpgrade(t.app);
    const calls: Promise<unknown>[] = [];
    let { refreshToken } = phone;
    for (let n = 0; n < 10; n++) {
      t.advance(DAY_MS);
      calls.push(t.auth(project).signIn({ email: "ada@example.com", password: PASSWORD }));
      calls.push(t.auth(project).signInAnonymously({}));
      ({ refreshToken } = await t.auth(project).refreshToken({ refreshToken }));
      if (n === 5) isRead.resolve();
    }
    await Promise.all([...calls, finished, backup]);
    await t.auth(project).signIn({ email: "ada@example.com", password: PASSWORD });
    expect(await reasonOf(t.auth(project).signIn({ email: "ada@example.com", password: "wrong" }))).toBe(
      "INVALID_CREDENTIALS",
    );
    await reader.close();
  });

  test("a backup that was made before carries the later values, and is finished when it is restored", async () => {
    const [here, there] = [await Instance.createMigrated(engine), await Instance.create(engine)];
    try {
      await here.use(async (app) => {
        await leaveUpgradeUnfinished(app.db);
        const { project } = await createProject(app, systemActor, { name: "Demo", slug: "" });
        for (const guest of ["copied", "missing"]) await of01.newGuest(app.db, project.id, guest, 1000);
        await of01.refresh(app.db, "copied", 2000);
        await app.db.deleteFrom("userActivity").where("userId", "=", "missing").execute();
      });
      const { file } = await here.backUp();
      await there.restore(file);
      await there.use(async (app) => {
        expect(await describeUpgrade(app)).toMatchObject({ finished: true });
        const rows = await app.db.selectFrom("userActivity").selectAll().orderBy("userId").execute();
        expect(rows).toMatchObject([
          { userId: "copied", lastActiveAt: 2000, lastSignInAt: 1000 },
          { userId: "missing", lastActiveAt: 1000, lastSignInAt: 1000 },
        ]);
        const columns = await sql`select 1 from pg_attribute
          where attrelid = 'users'::regclass and attname = 'last_active_at'`.execute(app.db);
        expect(columns.rows).toEqual([]);
      });
    } finally {
      here.remove();
      there.remove();
    }
  });
});

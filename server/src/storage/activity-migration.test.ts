import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { newPostgresDatabase } from "../testing/engines.ts";
import type { Db } from "./db.ts";
import { isUpgradeFinished } from "./finished-upgrade.ts";
import { migrate, migrations } from "./migrate.ts";
import { type DatabaseLocation, openDatabase } from "./open.ts";

const DAY_MS = 86_400_000;

const places: Record<string, () => Promise<DatabaseLocation>> = {
  sqlite: async () => ({ kind: "sqlite", file: join(inject("scratch"), `${randomUUID()}.db`) }),
  postgres: async () => ({ kind: "postgres", url: await newPostgresDatabase() }),
};

describe.each(Object.keys(places))("migration 0025 on %s", (kind) => {
  let db: Db;
  beforeEach(async () => {
    db = openDatabase((await places[kind]?.()) ?? { kind: "sqlite", file: "" });
    await migrate(
      db,
      1,
      migrations.filter(({ name }) => name < "0023"),
    );
    await sql`insert into projects
      (id, slug, name, publishable_key, secret_key_hash, secret_key_last4, settings, created_at, updated_at)
      values ('p', 'p', 'p', 'p', 's', 'l', '{}', 0, 0)`.execute(db);
    await addUser("member", { lastActiveAt: 5 * DAY_MS, lastSignInAt: 3 * DAY_MS });
    await addUser("guest", { lastActiveAt: 7 * DAY_MS + 1, lastSignInAt: 7 * DAY_MS, guestSince: 1 });
    await addUser("imported", { lastActiveAt: 1, lastSignInAt: null });
  });
  afterEach(() => db.destroy());

  type Facts = { lastActiveAt: number; lastSignInAt: number | null; guestSince?: number };

  /** As version 0.1 does. */
  function addUser(id: string, { lastActiveAt, lastSignInAt, guestSince }: Facts) {
    return sql`insert into users (id, project_id, display_name, avatar_url, custom_claims, search_text, guest_since,
        last_active_at, last_sign_in_at, created_at, updated_at)
      values (${id}, 'p', '', '', '{}', '', ${guestSince ?? null}, ${lastActiveAt}, ${lastSignInAt}, 0, 0)`.execute(
      db,
    );
  }

  const rows = () => db.selectFrom("userActivity").selectAll().orderBy("userId").execute();
  const guest = { userId: "guest", projectId: "p", lastActiveAt: 7 * DAY_MS + 1 };

  if (kind === "sqlite") {
    test("moves the activity of every user at once", async () => {
      await migrate(db, 2);
      expect(await rows()).toEqual([
        { ...guest, lastSignInAt: 7 * DAY_MS, guestDay: 7, disabledAt: null },
        {
          ...{ userId: "imported", projectId: "p" },
          ...{ lastActiveAt: 1, lastSignInAt: null, guestDay: null, disabledAt: null },
        },
        {
          ...{ userId: "member", projectId: "p" },
          ...{ lastActiveAt: 5 * DAY_MS, lastSignInAt: 3 * DAY_MS, guestDay: null, disabledAt: null },
        },
      ]);
      const { rows: columns } = await sql<{ name: string }>`
        select name from pragma_table_info('users') where name like 'last%'`.execute(db);
      expect(columns).toEqual([]);
    });
  } else {
    test("leaves the columns to replicas of 0.1, and copies what they write", async () => {
      await migrate(db, 2);
      expect(await isUpgradeFinished(db)).toBe(false);
      expect(await rows()).toEqual([]);
      await addUser("new", { lastActiveAt: 8 * DAY_MS, lastSignInAt: null, guestSince: 1 });
      await sql`update users set last_active_at = ${9 * DAY_MS} where id = 'guest'`.execute(db);
      expect(await rows()).toMatchObject([
        { userId: "guest", lastActiveAt: 9 * DAY_MS, lastSignInAt: 7 * DAY_MS, guestDay: 9 },
        { userId: "new", lastActiveAt: 8 * DAY_MS, lastSignInAt: null, guestDay: 8 },
      ]);
    });
  }

  test("a user takes their activity along", async () => {
    await migrate(db, 2);
    await addActivityUnlessThere();
    await db.deleteFrom("users").where("id", "=", "guest").execute();
    expect(await rows()).not.toContainEqual(expect.objectContaining({ userId: "guest" }));
  });

  async function addActivityUnlessThere(): Promise<void> {
    if (kind === "sqlite") return;
    await sql`update users set last_active_at = last_active_at`.execute(db);
    expect(await rows()).toHaveLength(3);
  }
});

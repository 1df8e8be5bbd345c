import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, inject, test } from "vitest";
import { newPostgresDatabase } from "../testing/engines.ts";
import { finishSchema } from "./finish-schema.ts";
import { isUpgradeFinished, storeFinishedUpgrade } from "./finished-upgrade.ts";
import { migrate, migrations } from "./migrate.ts";
import { type DatabaseLocation, openDatabase } from "./open.ts";

const places: Record<string, () => Promise<DatabaseLocation>> = {
  sqlite: async () => ({ kind: "sqlite", file: join(inject("scratch"), `${randomUUID()}.db`) }),
  postgres: async () => ({ kind: "postgres", url: await newPostgresDatabase() }),
};

test.each(Object.keys(places))("administrators of 0.1.0 become owners on %s", async (kind) => {
  const db = openDatabase((await places[kind]?.()) ?? { kind: "sqlite", file: "" });
  const of01 = migrations.filter(({ name }) => name < "0023");
  await migrate(db, 1, of01);
  for (const id of ["ada", "grace"]) {
    await sql`insert into admins (id, email, password_hash, created_at, updated_at)
      values (${id}, ${`${id}@example.com`}, '', 0, 0)`.execute(db);
  }
  await sql`insert into personal_access_tokens (id, admin_id, name, hash, last4, created_at)
    values ('t', 'ada', 'ci', 'h', '0000', 0)`.execute(db);
  await migrate(db, 2);
  expect(await db.selectFrom("adminRoles").selectAll().orderBy("adminId").execute()).toEqual([
    { adminId: "ada", projectId: "", role: "owner" },
    { adminId: "grace", projectId: "", role: "owner" },
  ]);
  const [token] = await db.selectFrom("personalAccessTokens").select("limits").execute();
  expect(token).toEqual({ limits: null });
  await db.destroy();
});

test("on PostgreSQL an administrator whom a replica of 0.1 adds becomes an owner, until the upgrade is finished", async () => {
  const db = openDatabase({ kind: "postgres", url: await newPostgresDatabase() });
  await migrate(
    db,
    1,
    migrations.filter(({ name }) => name < "0023"),
  );
  const add = (id: string) =>
    sql`insert into admins (id, email, password_hash, created_at, updated_at)
      values (${id}, ${`${id}@example.com`}, '', 0, 0)`.execute(db);
  const owners = async () =>
    (await db.selectFrom("adminRoles").select("adminId").orderBy("adminId").execute()).map(
      ({ adminId }) => adminId,
    );
  await add("ada");
  await migrate(db, 2);
  expect(await isUpgradeFinished(db)).toBe(false); // without a project, too
  await add("grace");
  expect(await owners()).toEqual(["ada", "grace"]);
  await storeFinishedUpgrade(db, 3);
  await finishSchema(db);
  await add("kay");
  expect(await owners()).toEqual(["ada", "grace"]);
  await db.destroy();
});

test("in a new database on PostgreSQL nobody becomes an owner by being added", async () => {
  const db = openDatabase({ kind: "postgres", url: await newPostgresDatabase() });
  await migrate(db, 1);
  await sql`insert into admins (id, email, password_hash, created_at, updated_at)
    values ('ada', 'ada@example.com', '', 0, 0)`.execute(db);
  expect(await db.selectFrom("adminRoles").selectAll().execute()).toEqual([]);
  await db.destroy();
});

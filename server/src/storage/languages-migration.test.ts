import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, inject, test } from "vitest";
import { readProject } from "../domain/projects/project.ts";
import { newPostgresDatabase } from "../testing/engines.ts";
import { migrate, migrations } from "./migrate.ts";
import { type DatabaseLocation, openDatabase } from "./open.ts";
import { findProject } from "./projects.ts";

const places: Record<string, () => Promise<DatabaseLocation>> = {
  sqlite: async () => ({ kind: "sqlite", file: join(inject("scratch"), `${randomUUID()}.db`) }),
  postgres: async () => ({ kind: "postgres", url: await newPostgresDatabase() }),
};

test.each(Object.keys(places))(
  "projects, users and emails of 0.1.0 on %s: English until the project offers more",
  async (kind) => {
    const db = openDatabase((await places[kind]?.()) ?? { kind: "sqlite", file: "" });
    await migrate(
      db,
      1,
      migrations.filter(({ name }) => name < "0023"),
    );
    const settings = JSON.stringify({ timezone: "Europe/Berlin", signUpClosed: true });
    await sql`insert into projects (id, slug, name, publishable_key, secret_key_hash, secret_key_last4, settings, created_at, updated_at)
      values ('p', 'demo', 'Demo', 'pk', 'h', '0000', ${settings}, 0, 0)`.execute(db);
    await sql`insert into users (id, project_id, email, display_name, avatar_url, custom_claims, search_text, created_at, updated_at, last_active_at)
      values ('u', 'p', 'ada@example.com', '', '', '{}', '', 0, 0, 0)`.execute(db);
    await sql`insert into outbox (id, project_id, kind, recipient, created_at, attempts, next_attempt_at)
      values ('m', 'p', 'verify_email', 'ada@example.com', 0, 0, 0)`.execute(db);
    await migrate(db, 2);
    const row = await findProject(db, "p");
    expect(row && readProject(row).settings).toMatchObject({
      timezone: "Europe/Berlin",
      signUpClosed: true,
      defaultLanguage: "en",
      languages: ["en"],
    });
    expect(await db.selectFrom("users").select("locale").execute()).toEqual([{ locale: null }]);
    expect(await db.selectFrom("outbox").select("language").execute()).toEqual([{ language: null }]);
    await db.destroy();
  },
);

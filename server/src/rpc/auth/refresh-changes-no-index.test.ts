import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../../domain/projects/project.ts";
import { engines } from "../../testing/engines.ts";
import { TestApp } from "../../testing/test-app.ts";

const DAY_MS = 86_400_000;

describe.each(engines.filter(({ kind }) => kind === "postgres"))("A refresh on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    ({ project } = await t.addProject("Demo", { allowAnonymousSignIn: true }));
  });
  afterEach(() => t.close());

  const rowOf = async (table: string): Promise<Record<string, unknown>> => {
    const { rows } = await sql<{ row: string }>`
      select row_to_json(t)::text as row from ${sql.table(table)} t`.execute(t.app.db);
    return JSON.parse(rows[0]?.row ?? "{}");
  };
  const indexesOf = async (table: string): Promise<string[]> => {
    const { rows } = await sql<{ definition: string }>`
      select indexdef as definition from pg_indexes where tablename = ${table}`.execute(t.app.db);
    return rows.map(({ definition }) => definition);
  };

  test("changes no column that has an index, so that only one page is written", async () => {
    const { refreshToken } = await t.auth(project).signInAnonymously({});
    const tables = ["sessions", "user_activity", "users"];
    const before = await Promise.all(tables.map(rowOf));
    t.advance(10 * DAY_MS);
    await t.auth(project).refreshToken({ refreshToken });
    const changed = async (table: string, n: number) => {
      const after = await rowOf(table);
      return Object.keys(after).filter((column) => after[column] !== before[n]?.[column]);
    };
    const columns = await Promise.all(tables.map(changed));
    expect(columns).toEqual([expect.arrayContaining(["token_hash"]), ["last_active_at"], []]);
    for (const [n, table] of tables.entries()) {
      const indexes = await indexesOf(table);
      expect(indexes).not.toEqual([]);
      for (const column of columns[n] ?? []) {
        expect(indexes.filter((index) => new RegExp(`\\b${column}\\b`).test(index))).toEqual([]);
      }
    }
  });
});

import { UserService } from "@svc/proto/svc/server/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../../src/domain/projects/project.ts";
import { engines } from "../../src/testing/engines.ts";
import { TestApp } from "../../src/testing/test-app.ts";
import { type Json, wholeExport } from "../../src/testing/whole-export.ts";
import { allColumns, allRows, type Column, insertRow, type Row, updateRow } from "./all-rows.ts";
import { exportedTables, leftOutTables, tablesWithoutPersons } from "./decisions.ts";

/** The columns by which a row belongs to a person. */
const LINKS = ["user_id", "session_id", "email", "recipient", "subject_key", "subscription_key", "query"];
const FLAGS = [
  "email_authoritative",
  "is_private_email",
  "backup_eligible",
  "backed_up",
  "notifications_enabled",
  "will_renew",
  "is_trial",
  "had_trial",
  "family_shared",
];
const JSON_TEXTS: Row = {
  data: '{"method":"google"}',
  custom_claims: '{"role":"editor"}',
  add_ons: '[{"id":"extra"}]',
  filters: "{}",
};
const EMAIL = "ada@example.com";
/** The address that she had before, which nobody else can take yet. */
const FORMER = "ada.byron@example.com";
const SUBJECT = "subscriptions.subject_key";

describe.each(engines)("the export of one person on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let secretKey: string;
  let userId: string;
  let sessionId: string;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    ({ project, secretKey } = await t.addProject());
    await t.addUser(project, EMAIL, "correct horse battery");
    [{ id: userId = "" } = {}] = (await t.app.db.selectFrom("users").select("id").execute()) as [
      { id: string },
    ];
    [{ id: sessionId = "" } = {}] = (await t.app.db.selectFrom("sessions").select("id").execute()) as [
      { id: string },
    ];
  });
  afterEach(() => t.close());

  /** A value that no other column has, so that it is recognised in the document. */
  function distinctValue({ table, name, isText }: Column, number: number): unknown {
    if (name === "project_id") return project.id;
    if (name === "user_id") return userId;
    if (name === "session_id") return sessionId;
    if (table === "address_undos" && name === "email") return FORMER;
    if (name === "email" || name === "recipient" || name === "query") return EMAIL;
    if (name === "subject_key" || name === "subscription_key")
      return table === "purchases" ? "purchases" : SUBJECT;
    if (table === "events" && name === "actor") return `user:${userId}`;
    if (FLAGS.includes(name)) return 1;
    if (name in JSON_TEXTS) return JSON_TEXTS[name];
    return isText ? `${table}.${name}` : 1_700_000_000_000 + number * 1000;
  }

  /** Gives the person a row with a value in every column of every table that can have one. */
  async function fill(tables: ReadonlyMap<string, Column[]>): Promise<void> {
    let number = 0;
    for (const [table, columns] of tables) {
      if (!columns.some(({ name }) => LINKS.includes(name))) continue;
      const row = Object.fromEntries(columns.map((column) => [column.name, distinctValue(column, number++)]));
      if (table === "users") {
        const { id: _, email: _email, search_text: _text, ...rest } = row;
        await updateRow(t.app.db, table, "id", userId, rest);
      } else if (table === "user_activity") await updateRow(t.app.db, table, "user_id", userId, row);
      else await insertRow(t.app.db, table, row);
      if (table !== "outbox") continue;
      // Mails that name an address only.
      for (const recipient of [EMAIL, FORMER]) {
        await insertRow(t.app.db, table, { ...row, id: `to ${recipient}`, user_id: null, recipient });
      }
    }
  }

  function isOfPerson(row: Row): boolean {
    const marks = [userId, sessionId, EMAIL, FORMER, SUBJECT];
    return Object.values(row).some((value) => marks.some((mark) => String(value).includes(mark)));
  }

  /** The exported object of a row of a table. */
  function exportedRow(document: Json, table: string, row: Row): Json {
    const { key, by = "id" } = exportedTables[table] ?? expect.fail(`${table} is not decided`);
    const found = document[key];
    if (!Array.isArray(found)) return found as Json;
    return found.find((item) => item[by] === row[by]) ?? expect.fail(`a row of ${table} is not in ${key}`);
  }

  function isSame(stored: unknown, exported: unknown): boolean {
    if (stored === exported || (stored === 1 && exported === true)) return true;
    if (typeof stored === "number") return exported === new Date(stored).toISOString().replace(".000Z", "Z");
    return typeof exported === "object" && JSON.stringify(exported) === stored;
  }

  test("has every value of every table, except those that somebody decided to leave out", async () => {
    const tables = await allColumns(t.app.db, engine.kind);
    await fill(tables);
    const document = await wholeExport(t.client(UserService, { "x-svc-key": secretKey }), userId);
    const missing: string[] = [];
    const seen = new Set<string>();
    for (const table of tables.keys()) {
      for (const row of (await allRows(t.app.db, table)).filter(isOfPerson)) {
        seen.add(table);
        if (table in leftOutTables) continue;
        const { renamed = {}, leftOut = {} } = exportedTables[table] ?? {};
        const exported = exportedRow(document, table, row);
        for (const { name } of tables.get(table) ?? []) {
          if (name in leftOut || row[name] === null) continue;
          const about = { project_id: (document.project as Json).id, user_id: (document.user as Json).id };
          const value = about[name as keyof typeof about] ?? exported[renamed[name] ?? name];
          if (!isSame(row[name], value)) missing.push(`${table}.${name}: ${row[name]}`);
        }
      }
    }
    expect(missing).toEqual([]);
    // A table without a row of the person proves nothing.
    const undecided = [...tables.keys()].filter(
      (table) => !seen.has(table) && !(table in tablesWithoutPersons),
    );
    expect(undecided).toEqual([]);
    expect([...seen].sort()).toEqual([...Object.keys(exportedTables), ...Object.keys(leftOutTables)].sort());
  });

  test("has no secret in any form", async () => {
    const tables = await allColumns(t.app.db, engine.kind);
    await fill(tables);
    const text = JSON.stringify(await wholeExport(t.client(UserService, { "x-svc-key": secretKey }), userId));
    for (const [table, { leftOut = {} }] of Object.entries(exportedTables)) {
      for (const column of Object.keys(leftOut)) expect(text).not.toContain(`"${table}.${column}"`);
    }
    for (const row of await allRows(t.app.db, "sessions")) {
      for (const name of ["locator_hash", "token_hash", "locator_sealed"])
        expect(text).not.toContain(row[name]);
    }
  });
});

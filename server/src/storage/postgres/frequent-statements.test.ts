import { CamelCasePlugin, Kysely, sql } from "kysely";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newPostgresDatabase } from "../../testing/engines.ts";
import { type PostgresRelay, startPostgresRelay } from "../../testing/postgres-relay.ts";
import type { Db, Tables } from "../db.ts";
import { prepared, preparedChange } from "../prepared.ts";
import { transact } from "../transact.ts";
import { postgresDialect } from "./dialect.ts";

type Thing = { id: string; note: string | null; tokenCount: number | null; isOld: boolean | null };

const thing = (id: string, more: Partial<Thing> = {}): Thing => ({
  ...{ id, note: null, tokenCount: null, isOld: null },
  ...more,
});

// Made anew for each test: what is prepared belongs to the statement.
const statements = () => ({
  insert: preparedChange((db, by: Thing) => ({
    compile: () =>
      sql`insert into things (id, note, token_count, is_old)
        values (${by.id}, ${by.note}, ${by.tokenCount}, ${by.isOld})`.compile(db),
  })),
  find: prepared((db, by: { id: string }) => ({
    compile: () => sql<Thing>`select * from things where id = ${by.id}`.compile(db),
  })),
  update: prepared((db, by: { note: string }) => ({
    compile: () =>
      sql<{ id: string }>`update things set note = ${by.note} returning id, token_count / 0 as ratio`.compile(
        db,
      ),
  })),
});

const ways = [
  { way: "by Bind and Execute alone", isPlain: false },
  { way: "by pg's own query", isPlain: true },
];

describe.each(ways)("a frequent statement, executed $way", ({ isPlain }) => {
  let relay: PostgresRelay;
  let app: { db: Db };
  let admin: pg.Client;
  let { insert, find, update } = statements();

  beforeEach(async () => {
    const url = await newPostgresDatabase("template_svc");
    relay = await startPostgresRelay(url);
    admin = new pg.Client(url);
    await admin.connect();
    await admin.query(
      "create table things (id text primary key, note text, token_count bigint, is_old boolean)",
    );
    // One connection, so that each statement runs where it was prepared.
    const dialect = postgresDialect({ url: relay.url, size: 1, isPlain });
    app = { db: new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] }) };
    ({ insert, find, update } = statements());
  });
  afterEach(async () => {
    await app.db.destroy();
    await admin.end();
    await relay.close();
  });

  const findThrice = async (id: string) => [
    await find(app.db, { id }),
    await find(app.db, { id }),
    await find(app.db, { id }),
  ];

  test("returns the same rows each time, with the names and types of the code", async () => {
    const full = thing("ü'\n", { note: "", tokenCount: 1_900_000_000_000, isOld: false });
    expect(await insert(app.db, full)).toBe(1);
    expect(await insert(app.db, thing("empty"))).toBe(1);
    expect(await findThrice("ü'\n")).toEqual([[full], [full], [full]]);
    expect(await findThrice("empty")).toEqual(Array(3).fill([thing("empty")]));
    expect(await findThrice("nobody")).toEqual([[], [], []]);
  });

  test("returns many rows", async () => {
    await admin.query("insert into things (id) select n::text from generate_series(1, 3000) as n");
    const all = prepared((db, by: { least: number }) => ({
      compile: () => sql<{ id: string }>`select id from things where length(id) >= ${by.least}`.compile(db),
    }));
    for (let n = 0; n < 3; n++) expect(await all(app.db, { least: 1 })).toHaveLength(3000);
  });

  test("takes a value that has a form of its own in PostgreSQL", async () => {
    const tagged = preparedChange((db, by: { id: string; at: Date }) => ({
      compile: () =>
        sql`insert into things (id, note) values (${by.id}, ${by.at}::timestamptz::date::text)`.compile(db),
    }));
    for (const id of ["a", "b"]) await tagged(app.db, { id, at: new Date("2030-05-04T12:00:00Z") });
    const { rows } = await admin.query("select note from things order by id");
    expect(rows).toEqual([{ note: "2030-05-04" }, { note: "2030-05-04" }]);
  });

  test("is described once in a connection, or each time", async () => {
    await find(app.db, { id: "a" });
    const before = relay.rowDescriptions();
    await findThrice("a");
    expect(relay.rowDescriptions() - before).toBe(isPlain ? 3 : 0);
  });

  test("fails alone when its values are refused, the first time and later", async () => {
    await insert(app.db, thing("a"));
    for (let n = 0; n < 2; n++) {
      await expect(insert(app.db, thing("a"))).rejects.toMatchObject({ code: "23505" });
      expect(await insert(app.db, thing(`b${n}`))).toBe(1);
    }
    expect(await find(app.db, { id: "a" })).toEqual([thing("a")]);
  });

  test("fails when an error follows its first rows, and changes nothing", async () => {
    await admin.query("insert into things (id, token_count) values ('a', null), ('b', 1)");
    for (let n = 0; n < 3; n++) {
      await expect(update(app.db, { note: "x" })).rejects.toMatchObject({ code: "22012" });
    }
    expect(await find(app.db, { id: "a" })).toEqual([thing("a")]);
  });

  test("rolls back with its transaction, which does not commit after a failure", async () => {
    await insert(app.db, thing("a"));
    const caught = transact(app, async ({ db }) => {
      await insert(db, thing("b"));
      await expect(insert(db, thing("a"))).rejects.toMatchObject({ code: "23505" });
    });
    await expect(caught).rejects.toThrow("rolled back instead of committed");
    expect(await find(app.db, { id: "b" })).toEqual([]);
  });

  test("is not read as another statement that has its name", async () => {
    await findThrice("a");
    const { rows } = await sql<{ name: string }>`
      select name from pg_prepared_statements where statement like ${"select * from things%"}`.execute(
      app.db,
    );
    const [{ name } = { name: "" }] = rows;
    const replace = `deallocate ${name}; prepare ${name} (text) as select $1::text as id, 1 as note`;
    await sql.raw(replace).execute(app.db);
    const other = Promise.resolve(find(app.db, { id: "a" }));
    if (isPlain) return expect(await other).toEqual([{ id: "a", note: 1 }]);
    await expect(other).rejects.toThrow("other columns");
    expect(await find(app.db, { id: "a" })).toEqual([]);
  });

  const changes = [
    ["gets a column", "alter table things add column colour text default 'red'", { colour: "red" }],
    ["loses a column", "alter table things drop column note", { note: undefined }],
    [
      "renames a column",
      "alter table things rename column note to remark",
      { note: undefined, remark: null },
    ],
    [
      "changes the type of a column",
      "alter table things alter column token_count type text",
      { tokenCount: "7" },
    ],
    [
      "gets a column for another",
      "alter table things drop column note; alter table things add column colour text",
      { note: undefined, colour: null },
    ],
  ] as const;

  describe.each(changes)("after its table %s", (_change, alter, columns) => {
    const changed = { ...thing("a", { tokenCount: 7 }), ...columns };
    beforeEach(async () => {
      await insert(app.db, thing("a", { tokenCount: 7 }));
      await findThrice("a");
    });

    test("it returns the columns that the table has now", async () => {
      await admin.query(alter);
      expect(await findThrice("a")).toEqual([[changed], [changed], [changed]]);
    });

    test("it does so in a transaction", async () => {
      await admin.query(alter);
      expect(await transact(app, ({ db }) => Promise.resolve(find(db, { id: "a" })))).toEqual([changed]);
    });

    test("a query that is not frequent does so as well", async () => {
      const query = () => sql`select * from things where id = ${"a"}`.execute(app.db);
      expect((await query()).rows).toEqual([thing("a", { tokenCount: 7 })]);
      await admin.query(alter);
      expect((await query()).rows).toEqual([changed]);
    });
  });

  test("fails as unavailable when its connection is ended, and works on the next one", async () => {
    await insert(app.db, thing("a"));
    await findThrice("a");
    const failing = transact(app, async ({ db }) => {
      await find(db, { id: "a" });
      await admin.query(
        "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      );
      await find(db, { id: "a" });
    });
    await expect(failing).rejects.toMatchObject({ reason: "STORAGE_UNAVAILABLE" });
    expect(await findThrice("a")).toEqual(Array(3).fill([thing("a")]));
  });
});

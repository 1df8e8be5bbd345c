import { sql } from "kysely";
import type { Db } from "../../src/storage/db.ts";

export type Column = Readonly<{ table: string; name: string; isText: boolean }>;
export type Row = Readonly<Record<string, unknown>>;

/** Every column of every table of the server, in the names of the database. */
export async function allColumns(db: Db, kind: "sqlite" | "postgres"): Promise<Map<string, Column[]>> {
  const list =
    kind === "sqlite"
      ? sql<Row>`select m.name as "t", p.name as "c", p.type as "k" from sqlite_master m, pragma_table_info(m.name) p
          where m.type = 'table' and m.name not like 'sqlite_%' and m.name not like 'user_search%'`
      : sql<Row>`select table_name as "t", column_name as "c", data_type as "k" from information_schema.columns
          where table_schema = current_schema()`;
  const { rows } = await list.execute(db);
  const columns = rows.map(({ t, c, k }) => ({
    table: String(t),
    name: String(c),
    isText: String(k).toLowerCase() === "text",
  }));
  return Map.groupBy(columns, ({ table }) => table);
}

/** Every row of a table, with the names of the database. */
export async function allRows(db: Db, table: string): Promise<Row[]> {
  const { rows } = await sql<Row>`select * from ${sql.table(table)}`.execute(db);
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [snakeCase(name), value])),
  );
}

export async function insertRow(db: Db, table: string, row: Row): Promise<void> {
  const names = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${names}) values (${sql.join(Object.values(row))})`.execute(db);
}

export async function updateRow(db: Db, table: string, where: string, id: string, row: Row): Promise<void> {
  const set = Object.entries(row).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  await sql`update ${sql.table(table)} set ${sql.join(set)} where ${sql.ref(where)} = ${id}`.execute(db);
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]|(?<=[a-z])\d/g, (found) => `_${found.toLowerCase()}`);
}

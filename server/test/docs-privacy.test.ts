import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { Db } from "../src/storage/db.ts";
import { engines } from "../src/testing/engines.ts";

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/privacy.md"), "utf8");

type Field = Readonly<{ name: string; personal: string; purpose: string; elsewhere: string }>;
type Table = Readonly<{ name: string; kept: string; fields: readonly Field[] }>;

const HEADINGS = "| Field | Personal | What it is for | Also in |";

/** A heading with the name of a table, a line that says how long it is kept, and a row for one or more fields. */
const tables: readonly Table[] = page
  .split(/^(?=#{1,3} )/m)
  .filter((section) => section.includes(HEADINGS))
  .map((section) => {
    const [, name = ""] = /^### `(\w+)`$/m.exec(section) ?? [];
    const [, kept = ""] = /^\*\*Kept:\*\* (.+)$/m.exec(section) ?? [];
    return { name, kept, fields: rowsOf(section).flatMap((row) => fieldsOf(name, row)) };
  });

/** The cells below the headings. */
function rowsOf(section: string): string[][] {
  const lines = (section.split(HEADINGS)[1] ?? "").split("\n").filter((line) => line.startsWith("| "));
  return lines.map((line) => line.slice(2, -2).split(" | "));
}

/** A name with a dot in it is a field of another table, which has no heading of its own. */
function fieldsOf(
  table: string,
  [names = "", personal = "", purpose = "", elsewhere = ""]: string[],
): Field[] {
  const all = [...names.matchAll(/`([\w.]+)`/g)].map(([, name = ""]) => name);
  return all.map((name) => ({
    name: name.includes(".") ? name : `${table}.${name}`,
    ...{ personal, purpose, elsewhere },
  }));
}

const listed = tables.flatMap(({ fields }) => fields.map(({ name }) => name));

async function columnsOf(db: Db, kind: string): Promise<string[]> {
  const columns =
    kind === "postgres"
      ? sql<{ name: string }>`select table_name || '.' || column_name as name from information_schema.columns
          where table_schema = 'public'`
      : sql<{ name: string }>`select tables.name || '.' || columns.name as name
          from sqlite_master as tables, pragma_table_info(tables.name) as columns
          where tables.type = 'table' and tables.name not like 'sqlite\\_%' escape '\\'`;
  const { rows } = await columns.execute(db);
  return rows.map(({ name }) => name);
}

async function schemas(): Promise<string[][]> {
  const found: string[][] = [];
  for (const { kind, open } of engines) {
    const db = await open();
    found.push(await columnsOf(db, kind).finally(() => db.destroy()));
  }
  return found;
}

describe("docs/privacy.md", () => {
  test.each(engines)("lists every column of the database on $kind", async ({ kind, open }) => {
    const db = await open();
    const columns = await columnsOf(db, kind).finally(() => db.destroy());
    expect(columns.length).toBeGreaterThan(400);
    expect(columns.filter((column) => !listed.includes(column))).toEqual([]);
  });

  test("lists no column that neither engine has, and none twice", async () => {
    const columns = new Set((await schemas()).flat());
    expect(listed.filter((field) => !columns.has(field))).toEqual([]);
    expect(listed.filter((field, at) => listed.indexOf(field) !== at)).toEqual([]);
  });

  test("says of every table how long it is kept", () => {
    const without = tables.filter(({ name, kept }) => name === "" || !/\d|until|as long as/.test(kept));
    expect(without.map(({ name }) => name)).toEqual([]);
  });

  test("says of every field whether it tells about a person, what it is for and where else it is", () => {
    const isComplete = ({ personal, purpose, elsewhere }: Field) =>
      ["yes", "pseudonym", "no"].includes(personal) && purpose.length > 3 && elsewhere !== "";
    const fields = tables.flatMap((table) => table.fields);
    expect(fields.filter((field) => !isComplete(field)).map(({ name }) => name)).toEqual([]);
  });

  test("names every host that the server calls by itself", () => {
    const sources = globSync("server/src/{providers,config}/**/*.ts", { cwd: root });
    const texts = sources
      .filter((file) => !file.endsWith(".test.ts"))
      .map((file) => readFileSync(join(root, file), "utf8").replace(/^ *(\/\*|\*|\/\/).*$/gm, ""));
    const hosts = texts.flatMap((text) => [...text.matchAll(/"https:\/\/([\w.-]+\.(?:com|org))/g)]);
    const names = new Set(hosts.map(([, host = ""]) => host));
    expect(names.size).toBeGreaterThan(8);
    expect([...names].filter((host) => !page.includes(`\`${host}\``))).toEqual([]);
  });
});

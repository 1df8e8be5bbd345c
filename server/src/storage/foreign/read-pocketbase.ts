import { constants, copyFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { OperatorError } from "../../errors.ts";

type Named = Readonly<{ name: string; collection: string }>;
export type PocketBaseDocument = Readonly<{ pocketbase: string; users: readonly unknown[] }>;

const COPIED = ["name", "email", "verified", "avatar", "created"];
const ATTEMPTS = 3;

/** The records of one auth collection in PocketBase's data.db. */
export function readPocketBase(path: string, { name, collection }: Named): PocketBaseDocument {
  try {
    return withCopy(path, name, (db) => readCollection(db, name, collection || "users"));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const hint =
      code === "ERR_SQLITE_ERROR"
        ? "stop PocketBase, or make a backup in its dashboard"
        : "svc reads a copy; TMPDIR chooses the folder for it";
    throw new OperatorError(`cannot read ${name}: ${message}`, hint);
  }
}

/** Works on a copy, because even a reader of the file itself would write beside it. */
function withCopy<T>(path: string, name: string, work: (db: DatabaseSync) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "svc-import-"));
  try {
    const copy = join(folder, "data.db");
    copyAtRest(path, copy, name);
    const db = new DatabaseSync(copy);
    try {
      return work(db);
    } finally {
      db.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The database and its log of changes, of one moment. */
function copyAtRest(from: string, to: string, name: string): void {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = stateOf(from);
    for (const part of ["", "-wal"]) {
      rmSync(`${to}${part}`, { force: true });
      if (statSync(`${from}${part}`, { throwIfNoEntry: false }) !== undefined)
        copyFileSync(`${from}${part}`, `${to}${part}`, constants.COPYFILE_FICLONE);
    }
    if (stateOf(from) === before) return;
  }
  const hint = "stop PocketBase, or make a backup in its dashboard, unzip it and pass the data.db in it";
  throw new OperatorError(`${name} changes while it is read`, hint);
}

function stateOf(file: string): string {
  const parts = [file, `${file}-wal`].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }));
  return parts.map((part) => `${part?.size} ${part?.mtimeNs}`).join(", ");
}

function readCollection(db: DatabaseSync, name: string, wanted: string): PocketBaseDocument {
  const { id, table } = findCollection(db, name, wanted);
  const columns = columnsOf(db, table);
  // Until version 0.22 it is passwordHash.
  const password = ["password", "passwordHash"].find((column) => columns.includes(column));
  const selected = COPIED.filter((column) => columns.includes(column)).map(quoted);
  const hash = password === undefined ? [] : [`${quoted(password)} as "passwordHash"`];
  const rows = db
    .prepare(`select ${["id", ...selected, ...hash].join(", ")} from ${quoted(table)} order by rowid`)
    .all();
  const accounts = Map.groupBy(accountsIn(db, id), ({ record }) => record);
  const users = rows.map((row) => ({
    ...row,
    verified: row.verified === 1,
    externalAuths: accounts.get(row.id) ?? [],
  }));
  return { pocketbase: table, users };
}

function findCollection(db: DatabaseSync, name: string, wanted: string): { id: unknown; table: string } {
  if (columnsOf(db, "_collections").length === 0)
    throw new OperatorError(
      `${name} is not a database of PocketBase`,
      "pass the data.db in PocketBase's folder pb_data",
    );
  const found = db.prepare("select id, name from _collections where type = 'auth' order by name").all();
  const one = found.find((row) => row.name === wanted);
  if (one !== undefined) return { id: one.id, table: wanted };
  const names = found.map((row) => row.name).filter((known) => known !== "_superusers");
  throw new OperatorError(
    `${name} has no auth collection ${JSON.stringify(wanted)}`,
    `pass --pocketbase-collection with one of these: ${names.join(", ")}`,
  );
}

/** Accounts of providers. Until version 0.22 their columns end in Id. */
function accountsIn(db: DatabaseSync, collection: unknown) {
  const ending = columnsOf(db, "_externalAuths").includes("recordRef") ? "Ref" : "Id";
  const query = `select record${ending} as record, provider, providerId from _externalAuths where collection${ending} = ? order by rowid`;
  return db.prepare(query).all(String(collection));
}

function columnsOf(db: DatabaseSync, table: string): unknown[] {
  return db
    .prepare("select name from pragma_table_info(?)")
    .all(table)
    .map(({ name }) => name);
}

function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

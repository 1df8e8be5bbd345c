import { randomUUID } from "node:crypto";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { inject } from "vitest";
import type { Db } from "../storage/db.ts";
import { type DatabaseLocation, openDatabase } from "../storage/open.ts";
import { migratedPostgres } from "./postgres-databases.ts";

export type Engine = {
  kind: "sqlite" | "postgres";
  create: () => Promise<DatabaseLocation>;
  open: () => Promise<Db>;
};

export type SqliteLocation = Extract<DatabaseLocation, { kind: "sqlite" }>;

/** Each creates and opens a migrated database of its own; `db.destroy()` closes it, the end of the run removes it. */
export const engines: readonly Engine[] = [
  { kind: "sqlite", create: createSqlite, open: async () => openDatabase(await createSqlite()) },
  { kind: "postgres", create: createPostgres, open: async () => openDatabase(await createPostgres()) },
];

export async function createSqlite(): Promise<SqliteLocation> {
  const file = join(inject("scratch"), `${randomUUID()}.db`);
  copyFileSync(join(inject("scratch"), "template.db"), file);
  return { kind: "sqlite", file };
}

async function createPostgres(): Promise<DatabaseLocation> {
  return {
    kind: "postgres",
    url: patient(await migratedPostgres(() => newPostgresDatabase("template_svc"))),
  };
}

/** On a busy machine a statement may take longer than a server in production would allow. */
export function patient(url: string): string {
  return `${url}?statement_timeout=60000&lock_timeout=30000&idle_in_transaction_session_timeout=60000`;
}

/** A fresh database in the run's cluster, empty unless a template is named. */
export async function newPostgresDatabase(template?: string): Promise<string> {
  const name = `t_${randomUUID().replaceAll("-", "")}`;
  const admin = new pg.Client(inject("postgres"));
  await admin.connect();
  await admin.query(`create database ${name}${template ? ` template ${template} strategy file_copy` : ""}`);
  await admin.end();
  return inject("postgres").replace(/postgres$/, name);
}

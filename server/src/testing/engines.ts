import { randomUUID } from "node:crypto";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { inject } from "vitest";
import type { Db } from "../storage/db.ts";
import { openDatabase } from "../storage/open.ts";

export type Engine = { kind: "sqlite" | "postgres"; open: () => Promise<Db> };

/** Each opens a migrated database of its own; `db.destroy()` closes it, the end of the run removes it. */
export const engines: readonly Engine[] = [
  { kind: "sqlite", open: openSqlite },
  { kind: "postgres", open: openPostgres },
];

async function openSqlite(): Promise<Db> {
  const file = join(inject("scratch"), `${randomUUID()}.db`);
  copyFileSync(join(inject("scratch"), "template.db"), file);
  return openDatabase({ kind: "sqlite", file });
}

async function openPostgres(): Promise<Db> {
  return openDatabase({ kind: "postgres", url: await newPostgresDatabase("template_svc") });
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

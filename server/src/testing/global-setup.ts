import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { buildProgram } from "../../../tools/build/program.ts";
import { migrate } from "../storage/migrate.ts";
import { openDatabase } from "../storage/open.ts";
import { startPostgres } from "./postgres.ts";
import { scratchRoot } from "./scratch.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The cluster's own database, from which others are created. */
    postgres: string;
    /** A folder for this run's files; sqlite-template.db in it is migrated. */
    scratch: string;
  }
}

/** Once per run: the program, one PostgreSQL and one SQLite file, both migrated. Every test copies one of them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildProgram();
  project.onTestsRerun(buildProgram);
  const scratch = mkdtempSync(join(scratchRoot(), "svc-test-"));
  const sqlite = openDatabase({ kind: "sqlite", file: join(scratch, "template.db") });
  await migrate(sqlite, 0);
  await sqlite.destroy();

  const server = await startPostgres({ folder: scratchRoot() });
  const admin = new pg.Client(server.url("postgres"));
  await admin.connect();
  await admin.query("create database template_svc");
  await admin.end();
  const postgres = openDatabase({ kind: "postgres", url: server.url("template_svc") });
  await migrate(postgres, 0);
  await postgres.destroy();

  project.provide("postgres", server.url("postgres"));
  project.provide("scratch", scratch);
  return async () => {
    await server.stop();
    rmSync(scratch, { recursive: true, force: true });
  };
}

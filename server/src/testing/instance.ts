import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { inject } from "vitest";
import { openForBackup } from "../compose/open-storage.ts";
import { type LocalApp, openLocal } from "../compose.ts";
import { type Config, loadConfig } from "../config/load-config.ts";
import { type Restored, type RestoreOptions, restoreBackup } from "../domain/backups/restore-backup.ts";
import { type Backup, writeBackup } from "../domain/backups/write-backup.ts";
import { createStores } from "../providers/stores.ts";
import type { Db } from "../storage/db.ts";
import { migrations } from "../storage/migrate.ts";
import { createdTables } from "../storage/postgres/created-tables.ts";
import { postgresEngine } from "../storage/postgres/engine.ts";
import { type Engine, newPostgresDatabase, patient } from "./engines.ts";

/** A data directory with its database, as an operator has it, and what one does with it. */
export class Instance {
  readonly home: string;
  readonly config: Config;

  private constructor(home: string, config: Config) {
    this.home = home;
    this.config = config;
  }

  /** Where nothing is yet, unless a template of a PostgreSQL database is named. */
  static async create(
    engine: Pick<Engine, "kind">,
    env: Record<string, string> = {},
    template?: "template_svc",
  ): Promise<Instance> {
    const home = mkdtempSync(join(inject("scratch"), "instance-"));
    const database =
      engine.kind === "postgres" ? { SVC_DATABASE_URL: patient(await newPostgresDatabase(template)) } : {};
    const place = { SVC_DATA_DIR: join(home, "data"), SVC_ADDR: "127.0.0.1:0" };
    return new Instance(home, loadConfig({ flags: {}, env: { ...place, ...database, ...env }, cwd: home }));
  }

  /** With the tables of PostgreSQL, which take a while to make, for tests that would have them made first. */
  static createMigrated(engine: Pick<Engine, "kind">): Promise<Instance> {
    return Instance.create(engine, {}, "template_svc");
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }

  async use<T>(work: (app: LocalApp) => Promise<T>): Promise<T> {
    const app = await openLocal(this.config, { mayCreate: true });
    try {
      return await work(app);
    } finally {
      await app.close();
    }
  }

  async backUp(to: string = join(this.home, "backup.tar.gz")): Promise<Backup> {
    await this.use(async () => {}); // a backup of nothing is refused
    const source = await openForBackup(this.config);
    try {
      return await writeBackup(source, { to });
    } finally {
      await source.close();
    }
  }

  restore(archive: string, options: Partial<RestoreOptions> = {}): Promise<Restored> {
    const { backupDir, dataDir, databaseUrl, masterKeyFile, storeOrigins } = this.config;
    return restoreBackup({
      ...{ archive, backupDir, dataDir, databaseUrl, masterKeyFile },
      ...{ erasures: [], force: false, keepErased: false, revokeSessions: false },
      stores: createStores(storeOrigins, { clock: Date.now, monotonicMs: () => performance.now() }),
      clock: Date.now,
      newId: () => crypto.randomUUID(),
      ...options,
    });
  }

  /** Every row of every table, in an order of its own. */
  rows(): Promise<Record<string, unknown[]>> {
    return this.use(({ db }) => allRows(db));
  }

  /** What is in the data directory, with modes. */
  modes(): Record<string, string> {
    const { dataDir } = this.config;
    const names = ["", ...readdirSync(dataDir, { recursive: true, encoding: "utf8" }).sort()];
    return Object.fromEntries(
      names.map((name) => [name, (statSync(join(dataDir, name)).mode & 0o777).toString(8)]),
    );
  }
}

export async function allRows(db: Db): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {};
  for (const table of await createdTables(postgresEngine, migrations)) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(db);
    tables[table] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return tables;
}

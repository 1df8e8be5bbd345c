import { migrations } from "./migrate.ts";
import { createdTables } from "./postgres/created-tables.ts";
import { postgresEngine } from "./postgres/engine.ts";
import { UnusableBackupError } from "./unusable-backup.ts";

/** The first of a backup's migrations that this svc does not know, if there is one. */
export function newerMigration(names: readonly string[]): string | undefined {
  const known = new Set(migrations.map(({ name }) => name));
  return names.find((name) => !known.has(name));
}

/** A backup that svc wrote has the migrations from the first one on, and the tables that they make. */
export async function refuseOtherSchema(names: readonly string[], tables: readonly string[]): Promise<void> {
  const steps = migrations.slice(0, names.length);
  if (steps.length === 0 || steps.some(({ name }, n) => name !== names[n])) {
    throw new UnusableBackupError("its migrations are not in order");
  }
  if (tables.length === 0) return; // a database file brings its own
  const made = await createdTables(postgresEngine, steps);
  if (made.length !== tables.length || made.some((name) => !tables.includes(name))) {
    throw new UnusableBackupError("its tables are not those of its version");
  }
}

import type { Db } from "./db.ts";
import { type Engine, engineOf } from "./engine.ts";
import { planFinish } from "./finish-schema.ts";
import { indexName } from "./index-name.ts";
import { migrations, refuseFuture } from "./migrate.ts";

export type UpgradePlan = Readonly<{
  engine: Engine["name"];
  /** The migrations that the database does not have. */
  pending: readonly Readonly<{
    name: string;
    /** The tables that nobody can use for a moment. Undefined where nobody can use the database, or for longer. */
    locks?: readonly string[];
    /** Indexes that are built beside running calls. */
    indexes: readonly string[];
  }>[];
  /** The statements that finish the upgrade. */
  finish: readonly string[];
}>;

/** What `svc migrate` would do with this database. Changes nothing. */
export async function planUpgrade(db: Db): Promise<UpgradePlan> {
  const applied = await refuseFuture(db);
  const engine = engineOf(db).name;
  const pending = migrations
    .filter(({ name }) => !applied.has(name))
    .map(({ name, locks, indexes = [] }) => ({
      name,
      ...(engine === "postgres" && locks !== undefined && { locks }),
      indexes: indexes.map(indexName),
    }));
  return { engine, pending, finish: engine === "postgres" ? await planFinish(db) : [] };
}

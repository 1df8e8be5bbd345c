import type { Db } from "./db.ts";
import type { DumpFacts } from "./engine.ts";
import { findMasterKeyId } from "./instance-settings.ts";
import { migrations, refuseFuture } from "./migrate.ts";

export async function findDumpFacts(db: Db): Promise<DumpFacts> {
  const applied = await refuseFuture(db);
  const names = migrations.map(({ name }) => name).filter((name) => applied.has(name));
  return { migrations: names, masterKeyId: await findMasterKeyId(db) };
}

import { existsSync, lstatSync, readdirSync } from "node:fs";
import { chmod, copyFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { OperatorError } from "../errors.ts";
import type { Db } from "./db.ts";
import { makeDirectory } from "./durable-files.ts";
import { type Engine, engineOf } from "./engine.ts";

/** What a backup contains. */
export type SnapshotSource = Readonly<{
  db: Db;
  masterKey: Uint8Array;
  /** The data directory, whose keys and uploads are copied; none when there is only a database. */
  directory: string | undefined;
}>;

export type SnapshotFacts = Readonly<{
  engine: Engine["name"];
  migrations: readonly string[];
  masterKeyId: string;
}>;

export type TakeSnapshot = (folder: string, signal?: AbortSignal) => Promise<SnapshotFacts>;

/**
 * Copies everything an instance owns into a folder, the database as of one moment: `svc.db` or
 * `tables/*.jsonl`, `keys/` and `uploads/`. The server may keep running.
 */
export function snapshotOf(source: SnapshotSource): TakeSnapshot {
  return async (folder, signal) => {
    const engine = engineOf(source.db);
    const { masterKeyId, migrations } = await engine.dump(source.db, folder, signal);
    if (masterKeyId === undefined) {
      throw new OperatorError("the database is not set up yet", "start svc serve on it once");
    }
    await copyFiles(source, folder, signal);
    return { engine: engine.name, migrations, masterKeyId };
  };
}

/** The key last: it may live elsewhere, and it is the one that counts. */
async function copyFiles(
  { directory, masterKey }: SnapshotSource,
  folder: string,
  signal?: AbortSignal,
): Promise<void> {
  for (const name of directory === undefined
    ? []
    : ["keys", "uploads"].flatMap((top) => filesIn(directory, top))) {
    signal?.throwIfAborted();
    const to = join(folder, name);
    makeDirectory(dirname(to));
    await copyFile(join(directory ?? "", name), to);
    await chmod(to, 0o600);
  }
  makeDirectory(join(folder, "keys"));
  await writeFile(join(folder, "keys/master.key"), masterKey, { mode: 0o600 });
}

/** Names with slashes, from the data directory on. Nothing of ours begins with a dot. */
function filesIn(directory: string, top: string): string[] {
  const path = join(directory, top);
  if (!existsSync(path)) return [];
  return readdirSync(path).flatMap((name) => {
    const inner = `${top}/${name}`;
    if (name.startsWith(".")) return [];
    const stats = lstatSync(join(directory, inner));
    if (stats.isDirectory()) return filesIn(directory, inner);
    if (stats.isFile()) return [inner];
    throw new OperatorError(
      `${join(directory, inner)} is neither a file nor a directory`,
      "move it out of the data directory",
    );
  });
}

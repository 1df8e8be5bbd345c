import { existsSync, readFileSync } from "node:fs";
import { DATABASE, MASTER_KEY, type Manifest } from "../../archive/manifest.ts";
import { readArchive } from "../../archive/read-archive.ts";
import { createSecretBox } from "../../crypto/secret-box.ts";
import { OperatorError } from "../../errors.ts";
import { newerMigration, refuseOtherSchema } from "../../storage/backup-schema.ts";
import type { Db, Millis } from "../../storage/db.ts";
import { restoredAt, restorePostgres } from "../../storage/postgres-restore.ts";
import { beginReplacing, type Staging, settleReplacing } from "../../storage/replace-data.ts";
import { prepareStaged, UnusableBackupError } from "../../storage/staged-database.ts";
import { explainDisk } from "./disk-error.ts";
import { type Revived, revive } from "./review-credentials.ts";

export type RestoreOptions = Readonly<{
  archive: string;
  dataDir: string;
  databaseUrl: string | undefined;
  masterKeyFile: string | undefined;
  /** Replaces what is there. */
  force: boolean;
  /** Ends every session that the backup brings back. */
  revokeSessions: boolean;
  clock: () => Millis;
  newId: () => string;
  signal?: AbortSignal | undefined;
  /** Called with what is unpacked and what there is in all, in bytes. */
  onProgress?: ((done: number, total: number) => void) | undefined;
}>;

export type Restored = Readonly<{ manifest: Manifest; revived: Revived; keptOld: boolean }>;

const TABLE = /^tables\/(\w+)\.jsonl$/;
const MEGABYTE = 1_000_000;

/**
 * Unpacks a backup into the data directory, checks it from end to end and only then puts it in
 * place. Whatever happens before that, and whenever the process dies, the old data is the data.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { archive, dataDir, signal } = options;
  let begun: Staging | undefined;
  const staging = (): Staging => {
    begun ??= beginReplacing({
      path: dataDir,
      force: options.force,
      holdsDatabase: options.databaseUrl === undefined,
      holdsKey: options.masterKeyFile === undefined,
    });
    return begun;
  };
  let onBytes = (_count: number): void => {};
  try {
    await settleReplacing(dataDir, async (id) => restoredAt(options.databaseUrl, id), true);
    const manifest = await readArchive(archive, {
      accept: async (manifest) => {
        await refuseManifest(options, manifest);
        refuseSmallDisk(dataDir, staging(), manifest);
        onBytes = counting(options, sizeOf(manifest));
      },
      fileFor: (name) => staging().fileFor(name),
      onBytes: (count) => onBytes(count),
      signal,
    });
    refuseKey(options, staging(), manifest);
    const revived = await restoreDatabase(options, staging(), manifest);
    return { manifest, revived, keptOld: staging().apply() };
  } catch (error) {
    if (error instanceof UnusableBackupError) throw notWhole(archive, error.message);
    throw explainDisk(error, dataDir);
  } finally {
    begun?.close();
  }
}

/** What can be told from the first file alone is told before anything is written. */
async function refuseManifest(options: RestoreOptions, manifest: Manifest): Promise<void> {
  const { archive, databaseUrl, masterKeyFile } = options;
  const engine = databaseUrl === undefined ? "sqlite" : "postgres";
  const newer = newerMigration(manifest.migrations);
  if (newer !== undefined) {
    throw new OperatorError(
      `${archive} was written by a newer svc: it has the migration ${newer}`,
      `restore it with svc ${manifest.version}`,
    );
  }
  if (manifest.engine !== engine) {
    const [itIs, hint] =
      manifest.engine === "sqlite"
        ? ["SQLite", "leave --database-url out"]
        : ["PostgreSQL", "name an empty PostgreSQL database with --database-url"];
    throw new OperatorError(`${archive} is a backup of a ${itIs} database`, hint);
  }
  const tables = manifest.entries.flatMap(({ name }) => TABLE.exec(name)?.[1] ?? []);
  await refuseOtherSchema(manifest.migrations, tables);
  if (engine === "postgres" && tables.length === 0) throw notWhole(archive, "it has no tables");
  if (masterKeyFile !== undefined) refuseKeyFile(masterKeyFile, manifest);
}

function refuseKeyFile(file: string, { masterKeyId }: Manifest): void {
  const key = existsSync(file) ? readFileSync(file) : undefined;
  if (key?.length === 32 && createSecretBox(key).keyId === masterKeyId) return;
  throw new OperatorError(
    key === undefined ? `${file} is missing` : `${file} is not the master key of this backup`,
    "put the right key there, or leave master_key_file out: the backup brings its own",
  );
}

function refuseSmallDisk(dataDir: string, staging: Staging, manifest: Manifest): void {
  const [needed, free] = [sizeOf(manifest), staging.freeBytes()];
  if (needed <= free) return;
  const [more, has] = [needed, free].map((bytes) => `${Math.ceil(bytes / MEGABYTE)} MB`);
  throw new OperatorError(
    `the disk of ${dataDir} has ${has} left, and the backup needs ${more}`,
    "free some space, or use another disk",
  );
}

/** The key that is in the backup must be the one that it names. */
function refuseKey({ archive }: RestoreOptions, staging: Staging, { masterKeyId }: Manifest): void {
  const key = readFileSync(staging.placeOf(MASTER_KEY));
  if (createSecretBox(key).keyId !== masterKeyId) throw notWhole(archive, "its master key is another one");
}

/** Leaves the new data decided on, still beside the old. */
async function restoreDatabase(
  options: RestoreOptions,
  staging: Staging,
  manifest: Manifest,
): Promise<Revived> {
  const { clock, databaseUrl, force, signal } = options;
  const { masterKeyId, migrations } = manifest;
  const now = clock();
  const finish = (db: Db): Promise<Revived> => revive({ clock, db }, options);
  if (databaseUrl === undefined) {
    const revived = await prepareStaged(staging.placeOf(DATABASE), { masterKeyId, now }, finish);
    signal?.throwIfAborted();
    staging.decide();
    return revived;
  }
  const restoreId = options.newId();
  return restorePostgres({
    ...{ url: databaseUrl, tables: staging.placeOf("tables"), migrations, masterKeyId },
    ...{ force, now, restoreId, finish, signal },
    beforeCommit: () => staging.decide(restoreId),
  });
}

function sizeOf({ entries }: Manifest): number {
  return entries.reduce((sum, { size }) => sum + size, 0);
}

function counting({ onProgress }: RestoreOptions, total: number): (count: number) => void {
  let done = 0;
  return (count) => {
    done += count;
    onProgress?.(done, total);
  };
}

function notWhole(archive: string, why: string): OperatorError {
  return new OperatorError(
    `${archive} is damaged or not a backup of svc: ${why}`,
    "use another backup; nothing was changed",
  );
}

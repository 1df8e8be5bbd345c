import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { App } from "../../app.ts";
import { DATABASE, MASTER_KEY, type Manifest } from "../../archive/manifest.ts";
import { readArchive } from "../../archive/read-archive.ts";
import { createSecretBox } from "../../crypto/secret-box.ts";
import { OperatorError } from "../../errors.ts";
import { newerMigration, refuseOtherSchema } from "../../storage/backup-schema.ts";
import type { Millis } from "../../storage/db.ts";
import type { Erasure } from "../../storage/erasures.ts";
import type { DatabaseLocation } from "../../storage/open.ts";
import { beginReplacing, type Staging, settleReplacing } from "../../storage/replace-data.ts";
import { hasRestoredAt, readReplacedErasures, restoreDatabase } from "../../storage/restore.ts";
import { putRestoredAt } from "../../storage/restored-at.ts";
import { postponeDeletions } from "../../storage/scheduled-deletions.ts";
import { UnusableBackupError } from "../../storage/unusable-backup.ts";
import { type ErasedAgain, eraseAgain, firstErasureAfter } from "../erasures/erase-again.ts";
import { findLedgers, readLedgers } from "../erasures/read-ledgers.ts";
import { diskError } from "./disk-error.ts";
import { type RestoredCredentials, reviewCredentials } from "./review-credentials.ts";

export type RestoreOptions = Readonly<{
  archive: string;
  dataDir: string;
  databaseUrl: string | undefined;
  masterKeyFile: string | undefined;
  /** Replaces existing data. */
  force: boolean;
  /** Ends every session in the backup. */
  revokeSessions: boolean;
  /** Where the server writes its backups. */
  backupDir: string | undefined;
  /** Ledgers of erasures, besides those that a restore finds itself. */
  erasures: readonly string[];
  /** Does not erase again who was erased since the backup. */
  keepErased: boolean;
  stores: App["stores"];
  clock: () => Millis;
  newId: () => string;
  signal?: AbortSignal | undefined;
  /** Called with the unpacked and the total number of bytes. */
  onProgress?: ((done: number, total: number) => void) | undefined;
}>;

export type Restored = Readonly<{
  manifest: Manifest;
  revived: RestoredCredentials;
  /** Who was in the backup and had been erased since. They are erased again, unless `keepErased` was set. */
  erasedAgain: ErasedAgain;
  /** The ledgers of erasures that were read. */
  ledgers: readonly string[];
  /** False if neither a ledger nor a replaced database could say who was erased. */
  knowsErased: boolean;
  /** The replaced database could not be read, so its last erasures may be missing. */
  isReplacedDamaged: boolean;
  keptOld: boolean;
}>;

const TABLE = /^tables\/(\w+)\.jsonl$/;
/** For users whose deletion was due while the backup lay there. */
const GRACE_MS = 7 * 86_400_000;
const MEGABYTE = 1_000_000;

/**
 * Unpacks a backup into a staging folder, checks it completely and only then replaces the data. If it fails before
 * that, or the process dies, the old data stays.
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
  const ledgers = findLedgers(options);
  let erasures: Erasure[] = [];
  try {
    await settleReplacing(dataDir, async (id) => hasRestoredAt(options.databaseUrl, id), true);
    const manifest = await readArchive(archive, {
      accept: async (manifest) => {
        await refuseManifest(options, manifest);
        erasures = await readLedgers(ledgers, firstErasureAfter(timeOf(manifest)));
        refuseSmallDisk(dataDir, staging(), manifest);
        onBytes = counting(options, sizeOf(manifest));
      },
      fileFor: (name) => staging().fileFor(name),
      onBytes: (count) => onBytes(count),
      signal,
    });
    refuseKey(options, staging(), manifest);
    const replaced = await readReplacedErasures(placeOf(options), firstErasureAfter(timeOf(manifest)));
    if (Array.isArray(replaced)) erasures = erasures.concat(replaced);
    const results = await restoreData(options, staging(), manifest, erasures);
    const knowsErased = ledgers.length > 0 || Array.isArray(replaced);
    const lost = { knowsErased, isReplacedDamaged: replaced === "damaged" };
    return { manifest, ledgers, ...lost, ...results, keptOld: staging().apply() };
  } catch (error) {
    if (error instanceof UnusableBackupError) throw damagedBackupError(archive, error.message);
    throw diskError(error, dataDir);
  } finally {
    begun?.close();
  }
}

/** Checks what the manifest alone shows, before anything is written. */
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
  if (engine === "postgres" && tables.length === 0) throw damagedBackupError(archive, "it has no tables");
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

/** The master key in the backup must be the one that the manifest names. */
function refuseKey({ archive }: RestoreOptions, staging: Staging, { masterKeyId }: Manifest): void {
  const key = readFileSync(staging.placeOf(MASTER_KEY));
  if (createSecretBox(key).keyId !== masterKeyId)
    throw damagedBackupError(archive, "its master key is another one");
}

/** Afterwards the new data is decided on, and still beside the old. */
function restoreData(
  options: RestoreOptions,
  staging: Staging,
  manifest: Manifest,
  erasures: readonly Erasure[],
): Promise<Pick<Restored, "revived" | "erasedAgain">> {
  const { clock, databaseUrl, force, keepErased: keep, newId, signal, stores } = options;
  const { masterKeyId, migrations } = manifest;
  const restoreId = newId();
  const secretBox = createSecretBox(readFileSync(staging.placeOf(MASTER_KEY)));
  const database =
    databaseUrl === undefined
      ? { kind: "sqlite" as const, file: staging.placeOf(DATABASE) }
      : { kind: "postgres" as const, url: databaseUrl };
  return restoreDatabase(database, {
    ...{ tables: staging.placeOf("tables"), migrations, masterKeyId },
    ...{ force, now: clock(), restoreId, signal },
    finish: async (db) => {
      await putRestoredAt(db, clock());
      // The backup does not know who has signed in since and kept the account.
      await postponeDeletions(db, clock() + GRACE_MS);
      const app = { clock, db, newId, secretBox, stores };
      const erasedAgain = await eraseAgain(app, erasures, { backup: timeOf(manifest), keep });
      return { erasedAgain, revived: await reviewCredentials(app, options) };
    },
    decide: () => staging.decide(databaseUrl === undefined ? undefined : restoreId),
  });
}

/** The database that the restore replaces. */
function placeOf({ dataDir, databaseUrl }: RestoreOptions): DatabaseLocation {
  return databaseUrl === undefined
    ? { kind: "sqlite", file: join(dataDir, DATABASE) }
    : { kind: "postgres", url: databaseUrl };
}

function timeOf({ createdAt }: Manifest): Millis {
  return Temporal.Instant.from(createdAt).epochMilliseconds;
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

function damagedBackupError(archive: string, why: string): OperatorError {
  return new OperatorError(
    `${archive} is damaged or not a backup of svc: ${why}`,
    "use another backup; nothing was changed",
  );
}

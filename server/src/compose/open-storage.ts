import { availableParallelism } from "node:os";
import { performance } from "node:perf_hooks";
import type { App } from "../app.ts";
import type { Config } from "../config/load-config.ts";
import { createSecretBox, type SecretBox } from "../crypto/secret-box.ts";
import { claimMasterKey, refuseOtherKey } from "../domain/instance/claim-master-key.ts";
import { AppError, describeError, NoInstanceError, OperatorError } from "../errors.ts";
import { createLog, type Log } from "../runtime/log.ts";
import { version } from "../runtime/version.ts";
import { cannotOpen } from "../storage/cannot-open.ts";
import {
  type DataDirectory,
  type InspectedDirectory,
  inspectDataDirectory,
} from "../storage/data-directory.ts";
import type { Db } from "../storage/db.ts";
import { findMasterKeyId } from "../storage/instance-settings.ts";
import { DatabaseFromTheFutureError, migrate, refuseFuture } from "../storage/migrate.ts";
import { inspectDatabaseFile, openDatabase } from "../storage/open.ts";
import { hasOtherTables, isFull, isReadOnlyServer } from "../storage/postgres/errors.ts";
import { settleReplacing } from "../storage/replace-data.ts";
import { hasRestored } from "../storage/restore.ts";
import { snapshotOf, type TakeSnapshot } from "../storage/snapshot.ts";
import { type CompactionReport, compactIfDue } from "../storage/sqlite/compact.ts";
import { scrubWhenUnused } from "../storage/sqlite/scrub-pages.ts";
import { upgrade } from "../storage/sqlite/upgrade.ts";
import type { Place } from "../workers/place.ts";
import { shareOf } from "../workers/share.ts";
import { logTrouble } from "./log-trouble.ts";

export type Storage = {
  db: Db;
  secretBox: SecretBox;
  takeSnapshot: TakeSnapshot;
  close: () => Promise<void>;
};

type Opening = {
  /** False for commands that work on what is there: a typing mistake must not make a new instance. */
  mayCreate: boolean;
  servingAt?: Place;
};

/** Everything that can be refused is looked at before anything is written. */
export async function openStorage(
  config: Config,
  log: Log,
  { mayCreate, servingAt }: Opening,
): Promise<Storage> {
  const closers: Array<() => unknown> = [];
  const close = async (): Promise<void> => {
    for (const undo of closers.splice(0).reverse()) await undo();
  };
  try {
    const remote = connect(config, log, servingAt?.workers);
    if (remote) closers.push(() => remote.destroy());
    await settleRestore(config, log, remote);
    const directory = await openDirectory(config, remote, mayCreate);
    closers.push(directory.abandon);
    if (servingAt) closers.push((await servingAt.lock(directory.path)).release);
    const db = remote ?? openDatabase({ kind: "sqlite", file: directory.databaseFile });
    if (!remote && servingAt) closers.push(() => scrubWhenUnused(directory.databaseFile).catch(() => 0));
    if (!remote) closers.push(() => db.destroy());
    const secretBox = createSecretBox(directory.masterKey);
    if (!remote) {
      const onCopy = (file: string): void => log("info", "copied the database before its upgrade", { file });
      await upgrade(db, directory.databaseFile, { now: Date.now(), onCopy });
      if (servingAt) await compactIfDue(db, reportCompaction(log));
    }
    await claimMasterKey({ clock: Date.now, db, secretBox });
    directory.finish();
    return { db, secretBox, takeSnapshot: snapshotFrom(directory, db), close };
  } catch (error) {
    await close();
    throw cannotOpen(error, { ...config, version });
  }
}

function reportCompaction(log: Log): CompactionReport {
  return {
    onBegin: (bytes) =>
      log("info", "compacting the database once, so that it forgets what was deleted", { bytes }),
    onFailure: (error) =>
      log("warn", "the database could not be compacted; the next start tries again", {
        detail: describeError(error),
      }),
  };
}

/** Where the log of a command goes that says nothing else. */
export function toStandardError(line: string): void {
  process.stderr.write(line);
}

export type LocalBackup = Pick<App, "clock" | "takeSnapshot" | "version"> & { close: () => Promise<void> };

/** For a backup: nothing is upgraded, so that it also works beside the server of another version. */
export async function openForBackup(
  config: Config,
  write: (line: string) => void = toStandardError,
): Promise<LocalBackup> {
  const log = createLog(config, Date.now, write);
  const remote = connect(config, log);
  const close = async (): Promise<void> => remote?.destroy();
  try {
    await settleRestore(config, log, remote);
    const around = await lookAround(config, remote);
    requireInstance(config, around);
    const directory = around.found.open();
    directory.finish();
    // Without a query the file is not opened for writing: a snapshot copies it.
    const db = remote ?? openDatabase({ kind: "sqlite", file: directory.databaseFile });
    return { clock: Date.now, version, takeSnapshot: snapshotFrom(directory, db), close };
  } catch (error) {
    await close();
    throw cannotOpen(error, { ...config, version });
  }
}

/** For a look at the database of an instance as it is: nothing is upgraded. */
export async function withDatabaseAsItIs<T>(config: Config, work: (db: Db) => Promise<T>): Promise<T> {
  const log = createLog(config, Date.now, toStandardError);
  const remote = connect(config, log);
  try {
    const around = await lookAround(config, remote);
    requireInstance(config, around);
    const { databaseFile } = around.found;
    return remote ? await work(remote) : await inspectDatabaseFile(databaseFile ?? "", work);
  } catch (error) {
    throw cannotOpen(error, { ...config, version });
  } finally {
    await remote?.destroy();
  }
}

function snapshotFrom({ path, masterKey }: DataDirectory, db: Db): TakeSnapshot {
  return snapshotOf({ db, masterKey, directory: path });
}

/** A restore that was killed is finished or undone before anybody looks at the data. */
async function settleRestore({ dataDir }: Config, log: Log, remote: Db | undefined): Promise<void> {
  const outcome = await settleReplacing(
    dataDir,
    async (id) => remote !== undefined && hasRestored(remote, id),
  );
  if (outcome === "finished") log("info", "finished a restore that was cut short");
  if (outcome === "undone") log("warn", "undid a restore that was cut short; the data is as it was before");
}

async function openDirectory(
  config: Config,
  remote: Db | undefined,
  mayCreate: boolean,
): Promise<DataDirectory> {
  const around = await lookAround(config, remote);
  if (!mayCreate) requireInstance(config, around);
  // Before the key is made: a database that cannot be migrated leaves no directory behind.
  if (remote) await migrate(remote, Date.now());
  return around.found.open();
}

function requireInstance({ dataDir, databaseUrl }: Config, { found, keyId }: Surroundings): void {
  if (keyId !== undefined && found.masterKey !== undefined) return;
  throw databaseUrl === undefined
    ? new NoInstanceError(
        `there is no svc data in ${dataDir}`,
        "check --data-dir; svc serve creates a new data directory",
      )
    : new NoInstanceError(
        "there is no svc data in this PostgreSQL database",
        "check --database-url; svc serve sets up a new one",
      );
}

type Surroundings = { found: InspectedDirectory; keyId: string | undefined };

async function lookAround(config: Config, remote: Db | undefined): Promise<Surroundings> {
  const remoteKeyId = remote && (await lookRemotely(remote));
  const found = inspectDataDirectory({
    path: config.dataDir,
    masterKeyFile: config.masterKeyFile,
    holdsDatabase: remote === undefined,
    mayCreateKey: remoteKeyId === undefined,
  });
  const keyId =
    found.databaseFile === undefined ? remoteKeyId : await inspectDatabaseFile(found.databaseFile, look);
  if (found.masterKey) refuseOtherKey({ secretBox: createSecretBox(found.masterKey) }, keyId);
  return { found, keyId };
}

/** Which key the database was made with, if any. Changes nothing. */
async function look(db: Db): Promise<string | undefined> {
  await refuseFuture(db);
  return findMasterKeyId(db);
}

/** The PostgreSQL database; undefined where there is none. */
function connect({ databaseUrl: url, preparedStatements }: Config, log: Log, workers = 1): Db | undefined {
  if (url === undefined) return undefined;
  const onTrouble = logTrouble(log, () => performance.now());
  const { connections } = shareOf(workers, availableParallelism());
  return openDatabase({ kind: "postgres", url, onTrouble, connections, preparedStatements });
}

async function lookRemotely(db: Db): Promise<string | undefined> {
  try {
    return await look(db);
  } catch (error) {
    if (error instanceof DatabaseFromTheFutureError) throw error;
    if (hasOtherTables(error)) throw error;
    if (isReadOnlyServer(error)) {
      throw new OperatorError(
        `PostgreSQL cannot be written to: ${(error as AppError).detail}`,
        "name the primary in --database-url, or all servers: postgres://user@one,two/database",
      );
    }
    if (isFull(error instanceof AppError ? error.cause : error)) {
      throw new OperatorError(
        `PostgreSQL has no connection left: ${(error as AppError).detail}`,
        "raise max_connections or the role's connection limit, or stop what uses them",
      );
    }
    const why = error instanceof AppError ? error.detail : (error as Error).message;
    throw new OperatorError(
      `cannot reach PostgreSQL: ${why}`,
      "check --database-url and that the server accepts it",
    );
  }
}

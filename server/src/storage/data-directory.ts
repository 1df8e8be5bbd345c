import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { platform } from "node:os";
import { dirname, join } from "node:path";
import { OperatorError } from "../errors.ts";
import { makeDirectory, syncDirectory, writeDurably } from "./durable-files.ts";
import { lockFile } from "./file-lock.ts";
import { refuseDamagedFile } from "./sqlite/file-header.ts";

export type DataDirectoryOptions = {
  path: string;
  /** Where the master key lives instead of keys/master.key. */
  masterKeyFile: string | undefined;
  /** False when the database is elsewhere (PostgreSQL). */
  holdsDatabase: boolean;
  /** False when the database is there already and knows its key. */
  mayCreateKey: boolean;
};

/** A directory that was checked. Nothing was changed yet. */
export type InspectedDirectory = {
  /** The database to inspect before anything is opened for writing. */
  databaseFile: string | undefined;
  masterKey: Uint8Array | undefined;
  /** Creates what a new directory lacks. */
  open: () => DataDirectory;
};

export type DataDirectory = {
  path: string;
  databaseFile: string;
  masterKey: Uint8Array;
  /** Call once the database knows the key: until then an interrupted first start may start over. */
  finish: () => void;
  /** Releases the lock without having finished. */
  abandon: () => void;
};

const KEY_BYTES = 32;
const SET_UP_WAIT_MS = 10_000;

/**
 * Checks the directory, or the place for a new one. Anything missing, foreign or damaged is an error and is never
 * replaced: a new key over old data would lose every secret in it.
 */
export function inspectDataDirectory(options: DataDirectoryOptions): InspectedDirectory {
  const places = placesIn(options);
  refuseBrokenPieces(options, places);
  const masterKey = existsSync(places.keyFile) ? readMasterKey(places.keyFile) : undefined;
  if (!isInitialised(options, places)) {
    return { databaseFile: undefined, masterKey, open: () => initialise(options, places) };
  }
  return {
    databaseFile: options.holdsDatabase ? places.databaseFile : undefined,
    masterKey,
    open: () => ({
      ...places,
      masterKey: readMasterKey(places.keyFile),
      finish: () => {},
      abandon: () => {},
    }),
  };
}

/** Held by `svc serve` while it runs. */
export function lockForServing(path: string): { release: () => void } {
  const lock = lockFile(join(path, "serve.lock"));
  if (lock) return lock;
  throw new OperatorError(
    `another svc serve is running on ${path}`,
    "stop it first, or give this one its own --data-dir",
  );
}

type Places = {
  path: string;
  databaseFile: string;
  keyFile: string;
  ownKeyFile: string;
  uploads: string;
  marker: string;
};

function placesIn({ path, masterKeyFile }: DataDirectoryOptions): Places {
  const ownKeyFile = join(path, "keys", "master.key");
  return {
    path,
    databaseFile: join(path, "svc.db"),
    keyFile: masterKeyFile ?? ownKeyFile,
    ownKeyFile,
    uploads: join(path, "uploads"),
    marker: join(path, "initialising"),
  };
}

function isInitialised({ holdsDatabase }: DataDirectoryOptions, places: Places): boolean {
  if (existsSync(places.marker)) return false;
  return existsSync(places.keyFile) && existsSync(holdsDatabase ? places.databaseFile : places.uploads);
}

function refuseBrokenPieces(options: DataDirectoryOptions, places: Places): void {
  const { path, holdsDatabase } = options;
  const isThere = existsSync(path);
  if (isThere && !statSync(path).isDirectory()) {
    throw new OperatorError(`${path} is not a directory`, "name a directory with --data-dir");
  }
  refuseNewKey(options, places);
  if (!isThere || existsSync(places.marker)) return; // new, or a first start that was cut short
  const hasKey = existsSync(places.keyFile);
  const hasDatabase = existsSync(places.databaseFile);
  if (holdsDatabase && hasDatabase) refuseDamagedFile(places.databaseFile);
  if (hasDatabase && !hasKey) {
    throw new OperatorError(
      `${places.keyFile} is missing, and ${places.databaseFile} cannot be read without it`,
      "put the key back from a backup; a new one would not open the old secrets",
    );
  }
  const wasUsed = existsSync(places.ownKeyFile) || existsSync(places.uploads);
  if (wasUsed && holdsDatabase && !hasDatabase) {
    throw new OperatorError(
      `${places.databaseFile} is missing, although ${path} was used before`,
      "restore a backup, set --database-url if the data is in PostgreSQL, or name a new --data-dir to start anew",
    );
  }
  if (wasUsed || hasDatabase) return;
  const foreign = readdirSync(path).find((name) => !isOurs(name));
  if (foreign === undefined) return;
  throw new OperatorError(
    `${path} holds other files (${foreign}) and no svc data`,
    "name an empty or new directory with --data-dir",
  );
}

function refuseNewKey({ mayCreateKey }: DataDirectoryOptions, { keyFile }: Places): void {
  if (mayCreateKey || existsSync(keyFile)) return;
  throw new OperatorError(
    `${keyFile} is missing, and the database was made with a key already`,
    "copy keys/master.key from the first machine, or point SVC_MASTER_KEY_FILE at it",
  );
}

function isOurs(name: string): boolean {
  return /^(keys|lost\+found|(serve|init)\.lock.*|initialising\.new|erasures\.ndjson.*|\..*)$/.test(name);
}

function initialise(options: DataDirectoryOptions, places: Places): DataDirectory {
  makeDirectory(places.path);
  const lock = lockFile(join(places.path, "init.lock"), SET_UP_WAIT_MS);
  if (!lock)
    throw new OperatorError(`${places.path} is being set up by another svc`, "try again in a moment");
  try {
    const finish = isInitialised(options, places) ? lock.release : makePieces(options, places, lock.release);
    return { ...places, masterKey: readMasterKey(places.keyFile), finish, abandon: lock.release };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function makePieces(options: DataDirectoryOptions, places: Places, release: () => void): () => void {
  writeDurably(places.marker, "");
  makeDirectory(places.uploads);
  if (!existsSync(places.keyFile)) {
    makeDirectory(dirname(places.keyFile));
    writeDurably(places.keyFile, randomBytes(KEY_BYTES));
  }
  if (options.holdsDatabase && !existsSync(places.databaseFile)) writeDurably(places.databaseFile, "");
  return () => {
    rmSync(places.marker, { force: true });
    syncDirectory(places.path);
    release();
  };
}

function readMasterKey(file: string): Uint8Array {
  const { mode, size } = statSync(file);
  // Windows has no such bits.
  if ((mode & 0o077) !== 0 && platform() !== "win32") {
    throw new OperatorError(`${file} can be read by other users`, `chmod 600 ${file}`);
  }
  if (size !== KEY_BYTES) {
    throw new OperatorError(
      `${file} is not a master key (${size} bytes, not ${KEY_BYTES})`,
      "put the key back from a backup",
    );
  }
  return readFileSync(file);
}

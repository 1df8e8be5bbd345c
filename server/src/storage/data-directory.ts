import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { OperatorError } from "../errors.ts";
import { lockFile } from "./file-lock.ts";
import { refuseDamagedFile } from "./sqlite-file.ts";

export type DataDirectoryOptions = {
  path: string;
  /** Where the master key lives instead of keys/master.key. */
  masterKeyFile: string | undefined;
  /** False when the database is elsewhere (PostgreSQL). */
  holdsDatabase: boolean;
  /** False when the database is there already and knows its key. */
  mayCreateKey: boolean;
};

export type DataDirectory = {
  path: string;
  databaseFile: string;
  masterKey: Uint8Array;
  /** Call once the database knows the key: until then a start that was cut short may begin anew. */
  finish: () => void;
};

const KEY_BYTES = 32;

/**
 * Opens the directory, or makes a new one where there is none. What is missing, foreign or
 * damaged is refused, never replaced: a new key over old data would lose every secret in it.
 */
export function openDataDirectory(options: DataDirectoryOptions): DataDirectory {
  const places = placesIn(options);
  refuseBrokenPieces(options, places);
  if (isInitialised(options, places)) {
    return { ...places, masterKey: readMasterKey(places.keyFile), finish: () => {} };
  }
  return initialise(options, places);
}

/** Held by `serve` alone, as long as it runs. */
export function lockForServing(path: string): { release: () => void } {
  const lock = lockFile(join(path, "serve.lock"));
  if (lock) return lock;
  throw new OperatorError(
    `another svc serve is running on ${path}`,
    "stop it first, or give this one its own --data-dir",
  );
}

type Places = { path: string; databaseFile: string; keyFile: string; marker: string };

function placesIn({ path, masterKeyFile }: DataDirectoryOptions): Places {
  return {
    path,
    databaseFile: join(path, "svc.db"),
    keyFile: masterKeyFile ?? join(path, "keys", "master.key"),
    marker: join(path, "initialising"),
  };
}

function isInitialised({ holdsDatabase }: DataDirectoryOptions, places: Places): boolean {
  if (existsSync(places.marker)) return false;
  return existsSync(places.keyFile) && (!holdsDatabase || existsSync(places.databaseFile));
}

function refuseBrokenPieces(options: DataDirectoryOptions, places: Places): void {
  const { path, holdsDatabase } = options;
  if (existsSync(path) && !statSync(path).isDirectory()) {
    throw new OperatorError(`${path} is not a directory`, "name a directory with --data-dir");
  }
  if (existsSync(places.marker)) return; // a first start that was cut short
  const hasKey = existsSync(places.keyFile);
  const hasDatabase = existsSync(places.databaseFile);
  if (holdsDatabase && hasDatabase) refuseDamagedFile(places.databaseFile);
  if (hasDatabase && !hasKey) {
    throw new OperatorError(
      `${places.keyFile} is missing, and ${places.databaseFile} cannot be read without it`,
      "put the key back from a backup; a new one would not open the old secrets",
    );
  }
  if (hasKey && holdsDatabase && !hasDatabase && !options.masterKeyFile) {
    throw new OperatorError(
      `${places.databaseFile} is missing, although ${places.keyFile} is there`,
      "restore a backup, set --database-url if the data is in PostgreSQL, or move keys/ away to start anew",
    );
  }
  if (!hasKey && !options.mayCreateKey) {
    throw new OperatorError(
      `${places.keyFile} is missing, and the database was made with a key already`,
      "copy keys/master.key from the first machine, or point SVC_MASTER_KEY_FILE at it",
    );
  }
  const foreign = existsSync(path) ? readdirSync(path).find((name) => !isOurs(name)) : undefined;
  if (foreign && !hasDatabase && !hasKey) {
    throw new OperatorError(
      `${path} holds other files (${foreign}) and no svc data`,
      "name an empty or new directory with --data-dir",
    );
  }
}

function isOurs(name: string): boolean {
  return /^(keys|uploads|lost\+found|initialising|(serve|init)\.lock.*|svc\.db.*|\..*)$/.test(name);
}

function initialise(options: DataDirectoryOptions, places: Places): DataDirectory {
  makeDirectory(places.path);
  const turn = lockFile(join(places.path, "init.lock"), 10_000);
  if (!turn)
    throw new OperatorError(`${places.path} is being set up by another svc`, "try again in a moment");
  try {
    if (isInitialised(options, places)) {
      return { ...places, masterKey: readMasterKey(places.keyFile), finish: turn.release };
    }
    writeDurably(places.marker, "");
    makeDirectory(join(places.path, "uploads"));
    if (!existsSync(places.keyFile)) {
      makeDirectory(dirname(places.keyFile));
      writeDurably(places.keyFile, randomBytes(KEY_BYTES));
    }
    if (options.holdsDatabase && !existsSync(places.databaseFile)) writeDurably(places.databaseFile, "");
    const finish = (): void => {
      rmSync(places.marker, { force: true });
      turn.release();
    };
    return { ...places, masterKey: readMasterKey(places.keyFile), finish };
  } catch (error) {
    turn.release();
    throw error;
  }
}

function makeDirectory(path: string): void {
  if (existsSync(path)) return;
  mkdirSync(path, { recursive: true, mode: 0o700 });
  chmodSync(path, 0o700); // whatever the umask is
}

function readMasterKey(file: string): Uint8Array {
  const { mode, size } = statSync(file);
  // Windows has no such bits.
  if ((mode & 0o077) !== 0 && !file.includes("\\")) {
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

function writeDurably(file: string, content: string | Uint8Array): void {
  const temporary = `${file}.new`;
  const descriptor = openSync(temporary, "w", 0o600);
  try {
    writeSync(descriptor, Buffer.from(content));
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(temporary, file);
}

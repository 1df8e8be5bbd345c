import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { OperatorError } from "../errors.ts";
import { makeDirectory, syncDirectory, writeDurably } from "./durable-files.ts";
import { lockFile } from "./file-lock.ts";
import { refuseInUse } from "./sqlite/refuse-in-use.ts";

/**
 * A restore happens inside the data directory, so that it also works where that is a mounted disk or
 * where nothing may be written beside it. Until `decided` is there, nothing of the old data was
 * touched; from then on the new data is the data, and the next process that opens the directory
 * moves it into place.
 *
 *   .restore/lock      held while the restore runs
 *   .restore/new/      the new files, unpacked and checked
 *   .restore/other/    what is needed for the restore alone
 *   .restore/decided   which pieces are replaced
 *   .restore/cleared   the old pieces are out of the way, in old/
 */
const FOLDER = ".restore";
/** Where the data that a restore replaced is kept, until the next one. */
export const REPLACED = "replaced-by-restore";

export type ReplaceOptions = Readonly<{
  path: string;
  force: boolean;
  /** False when the database is elsewhere. */
  holdsDatabase: boolean;
  /** False when the master key is elsewhere. */
  holdsKey: boolean;
}>;

export type Staging = Readonly<{
  /** Where an entry of the backup goes; makes its folder. */
  fileFor: (name: string) => string;
  /** Where the same entry is found again. */
  placeOf: (name: string) => string;
  freeBytes: () => number;
  /** The point of no return; with an id it is one only once the database knows the id. */
  decide: (restoreId?: string) => void;
  /** Puts the new data in place. Returns whether there was any before, which is kept aside. */
  apply: () => boolean;
  /** Ends the restore. Before `decide`, everything stays as it was. */
  close: () => void;
}>;

type Decision = { pieces: string[]; restoreId?: string };

/** Takes the directory for a restore, or refuses and leaves it as it is. */
export function beginReplacing(options: ReplaceOptions): Staging {
  const { path } = options;
  if (existsSync(path) && !statSync(path).isDirectory()) {
    throw new OperatorError(`${path} is not a directory`, "name a directory with --data-dir");
  }
  const undo = undoing(path);
  makeDirectory(path);
  const serving = lockFile(join(path, "serve.lock"));
  try {
    if (!serving) throw new OperatorError(`svc serve is running on ${path}`, "stop it first, then restore");
    refuseOldData(options);
    mkdirSync(join(path, FOLDER), { mode: 0o700 });
    const lock = lockFile(join(path, FOLDER, "lock"));
    if (!lock) throw underWay(path);
    return staging(options, () => {
      lock.release();
      serving.release();
      if (!existsSync(join(path, FOLDER, "decided")))
        rmSync(join(path, FOLDER), { recursive: true, force: true });
      undo();
    });
  } catch (error) {
    serving?.release();
    undo();
    throw error;
  }
}

/** Removes a directory that only the attempt has made. In one that was there, an empty lock may stay. */
function undoing(path: string): () => void {
  if (existsSync(path)) return () => {};
  return () => {
    const isUsed = existsSync(path) && readdirSync(path).some((name) => name !== "serve.lock");
    if (!isUsed) rmSync(path, { recursive: true, force: true });
  };
}

/**
 * Before anything is opened: ends a restore that was cut short, one way or the other. Where there
 * was nothing before it, only another restore may continue: nobody wants an empty instance instead.
 */
export async function settleReplacing(
  path: string,
  isCommitted: (restoreId: string) => Promise<boolean>,
  isRestore = false,
): Promise<"finished" | "undone" | undefined> {
  const folder = join(path, FOLDER);
  if (!existsSync(folder)) return undefined;
  const lock = lockFile(join(folder, "lock"));
  if (!lock) throw underWay(path);
  try {
    const decision = readDecision(path);
    const isDecided =
      decision && (decision.restoreId === undefined || (await isCommitted(decision.restoreId)));
    if (isDecided) applyDecision(path, decision);
    else if (isVacant(path) && !isRestore) throw cutShort(path);
    const isDone = existsSync(join(folder, "cleared"));
    lock.release();
    rmSync(folder, { recursive: true });
    return isDone ? "finished" : "undone";
  } finally {
    lock.release();
  }
}

/** True when nothing of an instance is there, and nothing else either. A ledger of erasures may be there before the data. */
export function isVacant(path: string): boolean {
  if (!existsSync(path)) return true;
  return readdirSync(path).every((name) =>
    /^(lost\+found|(serve|init)\.lock.*|erasures\.ndjson.*|\..*)$/.test(name),
  );
}

function staging(options: ReplaceOptions, close: () => void): Staging {
  const { path, holdsDatabase, holdsKey } = options;
  const pieces = [
    "initialising",
    ...(holdsDatabase ? ["svc.db", "svc.db-wal", "svc.db-shm", "svc.db-journal"] : []),
    ...(holdsKey ? ["keys"] : []),
    "uploads",
  ];
  const placeOf = (name: string): string => {
    const isPiece = pieces.includes(name.split("/")[0] ?? "");
    return join(path, FOLDER, isPiece ? "new" : "other", name);
  };
  makeDirectory(placeOf("uploads"));
  return {
    placeOf,
    fileFor(name) {
      makeDirectory(dirname(placeOf(name)));
      return placeOf(name);
    },
    freeBytes() {
      const { bavail, bsize } = statfsSync(path);
      return bavail * bsize;
    },
    decide(restoreId) {
      if (holdsDatabase) refuseInUse(join(path, "svc.db"));
      syncTree(join(path, FOLDER, "new"));
      const decision: Decision = { pieces, ...(restoreId !== undefined && { restoreId }) };
      writeDurably(join(path, FOLDER, "decided"), JSON.stringify(decision));
    },
    apply: () => applyDecision(path, { pieces }),
    close,
  };
}

/** Every step may be the last one of a process that is killed, and is found done by the next. */
function applyDecision(path: string, { pieces }: Decision): boolean {
  const at = (...names: string[]): string => join(path, FOLDER, ...names);
  if (!existsSync(at("cleared"))) {
    makeDirectory(at("old"));
    for (const name of pieces) {
      if (existsSync(join(path, name))) renameSync(join(path, name), at("old", name));
    }
    syncDirectory(at("old"));
    syncDirectory(path);
    writeDurably(at("cleared"), "");
  }
  for (const name of pieces) {
    if (existsSync(at("new", name))) renameSync(at("new", name), join(path, name));
  }
  syncDirectory(path);
  const hadData = keepOld(path, at("old"));
  rmSync(at("decided"));
  syncDirectory(at());
  return hadData;
}

function keepOld(path: string, old: string): boolean {
  if (!existsSync(old) || readdirSync(old).length === 0) return false;
  rmSync(join(path, REPLACED), { recursive: true, force: true });
  renameSync(old, join(path, REPLACED));
  syncDirectory(path);
  return true;
}

function readDecision(path: string): Decision | undefined {
  const file = join(path, FOLDER, "decided");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

function refuseOldData({ path, force }: ReplaceOptions): void {
  if (isVacant(path)) return;
  const isSvc = ["svc.db", "keys/master.key", "uploads", "initialising"].some((name) =>
    existsSync(join(path, name)),
  );
  if (!isSvc) {
    throw new OperatorError(
      `${path} holds other files and no svc data`,
      "name an empty or new directory with --data-dir",
    );
  }
  if (force) return;
  throw new OperatorError(
    `${path} is not empty`,
    "restore into a new --data-dir, or replace what is there with --force",
  );
}

function underWay(path: string): OperatorError {
  return new OperatorError(`a restore is under way in ${path}`, "wait until it is done");
}

function cutShort(path: string): OperatorError {
  return new OperatorError(
    `a restore into ${path} was cut short, and nothing is in it yet`,
    `run svc restore again, or remove ${join(path, FOLDER)} to start anew`,
  );
}

function syncTree(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) syncTree(join(path, entry.name));
  }
  syncDirectory(path);
}

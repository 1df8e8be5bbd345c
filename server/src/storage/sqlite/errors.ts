import { AppError } from "../../errors.ts";
import { ownerNotFound, storageUnavailable } from "../storage-errors.ts";

const BUSY = 5;
const IOERR = 10;
const CONSTRAINT_FOREIGNKEY = 787;
const CONSTRAINT_UNIQUE = 2067;
/** Primary result codes that say "not now": busy, locked, read-only, I/O error, full, cannot open. */
const UNAVAILABLE = new Set([BUSY, 6, 8, IOERR, 13, 14]);
const DAMAGED = new Set([11, 26]); // SQLITE_CORRUPT, SQLITE_NOTADB
const UNUSABLE = new Set([8, IOERR, 13, 14]); // SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN
/** SQLITE_IOERR_SHMSIZE and SQLITE_IOERR_SHMMAP: the file beside the log could not grow, because the disk is full. */
const NO_ROOM_FOR_SHARED_MEMORY = new Set([4874, 5386]);

export function translateStatementError(error: unknown): unknown {
  if (error instanceof Error && errcodeOf(error) === CONSTRAINT_FOREIGNKEY) return ownerNotFound(error);
  return translateError(error);
}

/** Tells a database that does not answer from a query that is wrong. */
export function translateError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error;
  return UNAVAILABLE.has(primaryCodeOf(error)) ? storageUnavailable(error) : error;
}

export function isUniqueViolation(error: unknown): boolean {
  return errcodeOf(error) === CONSTRAINT_UNIQUE;
}

export function isBusy(error: unknown): boolean {
  return primaryCodeOf(error) === BUSY;
}

/** True when it is unknown what reached the disk. A full disk leaves no such doubt. */
export function isIoError(error: unknown): boolean {
  return primaryCodeOf(error) === IOERR && !NO_ROOM_FOR_SHARED_MEMORY.has(errcodeOf(error));
}

/** Whether the file is damaged or not a database at all. */
export function isDamaged(error: unknown): boolean {
  return DAMAGED.has(primaryCodeOf(error));
}

/** Whether the file cannot be opened or written. */
export function isUnusable(error: unknown): boolean {
  return UNUSABLE.has(primaryCodeOf(error));
}

function primaryCodeOf(error: unknown): number {
  return errcodeOf(error) & 0xff;
}

/** SQLite's extended result code; 0 for an error that is not SQLite's. */
function errcodeOf(error: unknown): number {
  const { errcode } = error as { errcode?: unknown };
  return typeof errcode === "number" ? errcode : 0;
}

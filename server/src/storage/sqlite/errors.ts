import { AppError, messageOf } from "../../errors.ts";

/** SQLite's primary result codes that say "not now": busy, locked, read-only, I/O error, full, cannot open. */
const SQLITE_CODES = new Set([5, 6, 8, 10, 13, 14]);
const SQLITE_BUSY = 5;
const SQLITE_IOERR = 10;
const SQLITE_CONSTRAINT_FOREIGNKEY = 787;
const POSTGRES_FOREIGN_KEY_VIOLATION = "23503";
/** SQLITE_IOERR_SHMSIZE and SQLITE_IOERR_SHMMAP: the file beside the log could not grow, for want of space. */
const NO_ROOM_FOR_SHARED_MEMORY = new Set([4874, 5386]);

/**
 * PostgreSQL's classes that say "not now": connection lost, resources, operator intervention, system
 * error, lock timeout, deadlock, read-only after a failover, waited too long inside a transaction.
 */
const POSTGRES_CLASSES = /^(08|53|57|58|55P03|40P01|25006|25P03)/;

const SOCKET_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "ENETUNREACH",
  "EHOSTUNREACH",
  "EAI_AGAIN",
]);

/** What pg says without a code. */
const PG_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout|timeout expired)/;

/** A row whose owner is not there is no bug: somebody deleted the project or user since the caller showed its key. */
export function translateStatementFailure(error: unknown): unknown {
  const { errcode, code, message } = error as { errcode?: unknown; code?: unknown; message?: string };
  const hasNoOwner = errcode === SQLITE_CONSTRAINT_FOREIGNKEY || code === POSTGRES_FOREIGN_KEY_VIOLATION;
  return hasNoOwner
    ? new AppError("NOT_FOUND", message, { resource: "owner" }, { cause: error })
    : translateFailure(error);
}

/** Tells a database that does not answer from a query that is wrong: the first is the caller's to retry. */
export function translateFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error;
  const { code } = error as { code?: unknown };
  const errcode = errcodeOf(error);
  const isDown =
    (errcode !== undefined && SQLITE_CODES.has(errcode & 0xff)) ||
    (typeof code === "string" && (POSTGRES_CLASSES.test(code) || SOCKET_CODES.has(code))) ||
    PG_MESSAGES.test(error.message);
  return isDown ? new AppError("STORAGE_UNAVAILABLE", messageOf(error), {}, { cause: error }) : error;
}

export function isBusy(error: unknown): boolean {
  return ((errcodeOf(error) ?? 0) & 0xff) === SQLITE_BUSY;
}

/** True when it is unknown what reached the disk; want of space is not that. */
export function isIoError(error: unknown): boolean {
  const errcode = errcodeOf(error) ?? 0;
  return (errcode & 0xff) === SQLITE_IOERR && !NO_ROOM_FOR_SHARED_MEMORY.has(errcode);
}

function errcodeOf(error: unknown): number | undefined {
  const { errcode } = error as { errcode?: unknown };
  return typeof errcode === "number" ? errcode : undefined;
}

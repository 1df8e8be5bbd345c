import { AppError } from "../errors.ts";

/** SQLite's primary result codes that say "not now": busy, locked, read-only, I/O error, full, cannot open. */
const SQLITE_CODES = new Set([5, 6, 8, 10, 13, 14]);

/** PostgreSQL's classes that say "not now": connection lost, resources, operator intervention, lock timeout. */
const POSTGRES_CLASSES = /^(08|53|57|55P03|40P01|58)/;

const SOCKET_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EHOSTUNREACH",
  "EAI_AGAIN",
]);

/** Tells a database that does not answer from a query that is wrong: the first is the caller's to retry. */
export function translateFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error;
  const { errcode, code } = error as { errcode?: unknown; code?: unknown };
  const isDown =
    (typeof errcode === "number" && SQLITE_CODES.has(errcode & 0xff)) ||
    (typeof code === "string" && (POSTGRES_CLASSES.test(code) || SOCKET_CODES.has(code))) ||
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      error.message,
    );
  return isDown ? new AppError("STORAGE_UNAVAILABLE", error.message) : error;
}

export function isIoError(error: unknown): boolean {
  const errcode = (error as { errcode?: unknown }).errcode;
  return typeof errcode === "number" && (errcode & 0xff) === 10;
}

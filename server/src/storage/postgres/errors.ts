import { AppError } from "../../errors.ts";
import { ownerNotFound, storageUnavailable } from "../storage-errors.ts";

const FOREIGN_KEY_VIOLATION = "23503";
const UNIQUE_VIOLATION = "23505";
const DEADLOCK = "40P01";
const WAITED = new Set([DEADLOCK, "55P03", "57014"]); // a lock or the whole statement was not done in time
const TOO_MANY_CONNECTIONS = "53300";
const READ_ONLY_TRANSACTION = "25006";
const STATEMENT_NAMES = new Set(["26000", "42P05"]); // does not exist, or exists already
const FEATURE_NOT_SUPPORTED = "0A000";
const OTHER_TABLES = new Set(["42P07", "42703", "42P01"]); // a table exists already, or has other columns

/**
 * SQLSTATE classes that say "not now": connection lost, resources, operator intervention, system error, lock timeout,
 * deadlock, read-only after a failover, idle too long inside a transaction.
 */
const UNAVAILABLE = /^(08|53|57|58|55P03|40P01|25006|25P03)/;

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

/** Errors of pg that have no code. */
const PG_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout|timeout expired)/;

/** The server cannot be written to, so what it reads may be out of date. */
export class ReadOnlyServerError extends Error {
  override readonly name = "ReadOnlyServerError";
}

export function translateStatementError(error: unknown): unknown {
  if (error instanceof Error && codeOf(error) === FOREIGN_KEY_VIOLATION) return ownerNotFound(error);
  return translateError(error);
}

/** Tells a database that does not answer from a query that is wrong. */
export function translateError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error;
  const code = codeOf(error);
  const isDown =
    error instanceof ReadOnlyServerError ||
    UNAVAILABLE.test(code) ||
    SOCKET_CODES.has(code) ||
    PG_MESSAGES.test(error.message);
  return isDown ? storageUnavailable(error) : error;
}

export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === UNIQUE_VIOLATION;
}

/**
 * Whether PostgreSQL ended it to let another transaction go on, refused to execute a plan for tables of before, or was
 * found to be a standby.
 */
export function mayRunAgain(error: unknown): boolean {
  return codeOf(causeOf(error)) === DEADLOCK || needsOtherConnection(error);
}

/** Whether the statement did nothing, and only because of the connection that it ran on. */
export function needsOtherConnection(error: unknown): boolean {
  const cause = causeOf(error);
  return (
    isStalePlan(cause) ||
    isNameUnknown(cause) ||
    cause instanceof ReadOnlyServerError ||
    codeOf(cause) === READ_ONLY_TRANSACTION
  );
}

/**
 * Whether PostgreSQL undid a statement for several rows perhaps because of only one of them: the row was wrong, or the
 * statement waited for it for too long.
 */
export function mayFailForOne(error: unknown): boolean {
  return isWrongRow(causeOf(error)) || WAITED.has(codeOf(causeOf(error)));
}

/** Whether the only servers that were reached cannot be written to. */
export function isReadOnlyServer(error: unknown): boolean {
  return causeOf(error) instanceof ReadOnlyServerError;
}

/**
 * Whether the server is no longer the one to ask: it became a standby (25006), or is shutting down, crashed or not yet
 * ready (57P01 to 57P03). All connections to it are as useless as this one.
 */
export function isOtherServerNow(error: unknown): boolean {
  return error instanceof ReadOnlyServerError || /^(25006|57P0[123])$/.test(codeOf(error));
}

/** Whether a statement is not prepared, or prepared already, contrary to what we know: a pooler has other connections. */
export function isNameUnknown(error: unknown): boolean {
  return STATEMENT_NAMES.has(codeOf(error));
}

/** Whether the server has no connection left for us. */
export function isFull(error: unknown): boolean {
  return codeOf(error) === TOO_MANY_CONNECTIONS;
}

/** Whether a table has changed since this connection prepared the statement. PostgreSQL names no code for that alone. */
export function isStalePlan(error: unknown): boolean {
  return codeOf(error) === FEATURE_NOT_SUPPORTED && routineOf(error) === "RevalidateCachedQuery";
}

/** Whether the database has tables of another program. */
export function hasOtherTables(error: unknown): boolean {
  return OTHER_TABLES.has(codeOf(error));
}

/** Whether a row does not fit into its table: class 22 is a wrong value, class 23 a violated constraint. */
export function isWrongRow(error: unknown): boolean {
  return /^2[23]/.test(codeOf(error));
}

function causeOf(error: unknown): unknown {
  return error instanceof AppError ? error.cause : error;
}

function codeOf(error: unknown): string {
  const { code } = Object(error) as { code?: unknown };
  return typeof code === "string" ? code : "";
}

function routineOf(error: unknown): unknown {
  return (Object(error) as { routine?: unknown }).routine;
}

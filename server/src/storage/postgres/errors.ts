import { AppError } from "../../errors.ts";
import { ownerNotFound, storageUnavailable } from "../storage-errors.ts";

const FOREIGN_KEY_VIOLATION = "23503";
const UNIQUE_VIOLATION = "23505";
const DEADLOCK = "40P01";
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

export function translateStatementError(error: unknown): unknown {
  if (error instanceof Error && codeOf(error) === FOREIGN_KEY_VIOLATION) return ownerNotFound(error);
  return translateError(error);
}

/** Tells a database that does not answer from a query that is wrong. */
export function translateError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error;
  const code = codeOf(error);
  const isDown = UNAVAILABLE.test(code) || SOCKET_CODES.has(code) || PG_MESSAGES.test(error.message);
  return isDown ? storageUnavailable(error) : error;
}

export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === UNIQUE_VIOLATION;
}

/** Whether PostgreSQL ended it to let another transaction go on, or refused to execute a plan for tables of before. */
export function mayRunAgain(error: unknown): boolean {
  const cause = error instanceof AppError ? error.cause : error;
  return codeOf(cause) === DEADLOCK || isStalePlan(cause);
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

function codeOf(error: unknown): string {
  const { code } = Object(error) as { code?: unknown };
  return typeof code === "string" ? code : "";
}

function routineOf(error: unknown): unknown {
  return (Object(error) as { routine?: unknown }).routine;
}

import { hasLostNumber } from "../lost-number.ts";
import type { ImportedUser } from "./reader.ts";

/** Why one user of a document cannot be taken. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
}

export type Row = Readonly<Record<string, unknown>>;

export function rowOf(value: unknown): Row {
  if (!isRow(value)) throw new Unreadable("is not an object");
  return value;
}

export function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Text, empty when there is none. */
export function text(row: Row, key: string): string {
  const value = row[key] ?? "";
  if (typeof value !== "string") throw new Unreadable(`${key} is not text`);
  return value;
}

export function flag(row: Row, key: string): boolean {
  const value = row[key] ?? false;
  if (typeof value !== "boolean") throw new Unreadable(`${key} is neither true nor false`);
  return value;
}

export function list(row: Row, key: string): readonly unknown[] {
  const value = row[key] ?? [];
  if (!Array.isArray(value)) throw new Unreadable(`${key} is not a list`);
  return value;
}

/** An object, which some exports write as text that holds JSON. */
export function object(row: Row, key: string): Row {
  const value = row[key] ?? {};
  const read = typeof value === "string" ? parsed(value) : value;
  if (!isRow(read)) throw new Unreadable(`${key} is not an object`);
  return read;
}

/** Custom claims: an object that can be sent as it is. */
export function claims(row: Row, key: string): Row & NonNullable<ImportedUser["customClaims"]> {
  const read = object(row, key);
  if (hasLostNumber(read)) throw new Unreadable(`${key} holds a number that cannot be stored`);
  return read as Row & NonNullable<ImportedUser["customClaims"]>;
}

function parsed(value: string): unknown {
  if (value === "") return {};
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** A time as the contract writes it; undefined when there is none. Milliseconds count from 1970. */
export function time(row: Row, key: string): string | undefined {
  const value = row[key];
  if (value === undefined || value === null || value === "") return undefined;
  const isMillis = typeof value === "number" || (typeof value === "string" && /^\d+$/.test(value));
  const at = new Date(isMillis ? Number(value) : String(value));
  const year = at.getUTCFullYear();
  if (!(year >= 1 && year <= 9999)) throw new Unreadable(`${key} is not a time`);
  return at.toISOString();
}

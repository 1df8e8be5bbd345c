import { nearest } from "@svc/server/nearest";
import { type Failure, usageFailure } from "../../failure.ts";
import { isRow } from "./fields.ts";
import { type ImportFormat, importFormats } from "./formats.ts";

export type Recognised = Readonly<{ format: ImportFormat; users: readonly unknown[] }>;

// Enough to tell, whatever a single user lacks.
const LOOKED_AT = 20;
const SUPABASE_KEYS = [
  "encrypted_password",
  "raw_user_meta_data",
  "email_confirmed_at",
  "instance_id",
  "user_metadata",
];

/** Whose export a document is, and its list of users. */
export function recognise(document: unknown, forced: string): Recognised {
  const users = listIn(document);
  if (users === undefined) throw unknown("it has no list of users");
  if (users.some(isHash)) throw onlyHashes();
  const format = forced === "" ? formatOf(document, users) : requireFormat(forced);
  if (format === "svc") requireVersion(document);
  return { format, users };
}

function listIn(document: unknown): readonly unknown[] | undefined {
  if (Array.isArray(document)) return document;
  if (!isRow(document)) return undefined;
  const found = [document.users, document.items].find((list) => Array.isArray(list)); // PocketBase's API has items
  if (found !== undefined) return found;
  // A file of Auth0 with one line.
  return Object.hasOwn(document, "user_id") || isHash(document) ? [document] : undefined;
}

function formatOf(document: unknown, users: readonly unknown[]): ImportFormat {
  const rows = users.slice(0, LOOKED_AT).filter(isRow);
  const has = (...keys: string[]) => rows.some((row) => keys.some((key) => Object.hasOwn(row, key)));
  if (has("localId")) return "firebase";
  if (isRow(document) && document.version !== undefined) return "svc";
  if (isRow(document) && document.pocketbase !== undefined) return "pocketbase";
  if (has("collectionName")) return "pocketbase";
  if (has("user_id")) return "auth0"; // before Supabase, which has user_metadata, too
  if (has(...SUPABASE_KEYS)) return "supabase";
  if (users.length === 0) return Array.isArray(document) ? "supabase" : "firebase";
  throw unknown("its users do not match any of these formats");
}

function requireFormat(typed: string): ImportFormat {
  const format = importFormats.find((known) => known === typed);
  if (format !== undefined) return format;
  const meant = nearest(typed, [...importFormats]);
  throw usageFailure(
    `--format must be ${importFormats.join(", ")}, not ${JSON.stringify(typed)}`,
    meant === undefined ? "omit it to detect the format" : `did you mean ${meant}?`,
  );
}

function requireVersion(document: unknown): void {
  const version = isRow(document) ? document.version : undefined;
  if (version === 1) return;
  const told = version === undefined ? "has no version" : `is of version ${JSON.stringify(version)}`;
  throw usageFailure(`the export ${told}; this svc reads version 1`, "update svc, or check the file");
}

/** A line of Auth0's export of password hashes. */
function isHash(row: unknown): boolean {
  return isRow(row) && Object.hasOwn(row, "_id") && Object.hasOwn(row, "passwordHash");
}

function onlyHashes(): Failure {
  const hint = "pass it with --auth0-passwords, and Auth0's export of the users with -f";
  return usageFailure("these are Auth0's password hashes without their users", hint);
}

function unknown(why: string): Failure {
  const message = `this is not an export of svc, Firebase, Supabase, Auth0 or PocketBase: ${why}`;
  return usageFailure(message, `pass --format ${importFormats.join("|")} to choose one`);
}

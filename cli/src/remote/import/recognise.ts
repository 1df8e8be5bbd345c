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
  const users = Array.isArray(document) ? document : isRow(document) ? document.users : undefined;
  if (!Array.isArray(users)) throw unknown("it has no list of users");
  const format = forced === "" ? formatOf(document, users) : requireFormat(forced);
  if (format === "svc") requireVersion(document);
  return { format, users };
}

function formatOf(document: unknown, users: readonly unknown[]): ImportFormat {
  const rows = users.slice(0, LOOKED_AT).filter(isRow);
  const has = (...keys: string[]) => rows.some((row) => keys.some((key) => Object.hasOwn(row, key)));
  if (has("localId")) return "firebase";
  if (isRow(document) && document.version !== undefined) return "svc";
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

function unknown(why: string): Failure {
  const message = `this is not an export of svc, Firebase or Supabase: ${why}`;
  return usageFailure(message, `pass --format ${importFormats.join("|")} to choose one`);
}

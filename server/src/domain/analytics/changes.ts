import { isDeepStrictEqual } from "node:util";

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A field that was changed. Without `old` it was not there before, without `new` it is not there any more. */
export type Change = Readonly<{ field: string; old?: Json; new?: Json; masked?: true }>;

/** More is in the backups; the log shows what was done. */
const MAX_CHANGES = 50;
const MAX_VALUE = 400;
const MAX_TOTAL = 8_000;

/** The data of an event: what differs between two states, field by field, and which secrets were changed. */
export function changesBetween(
  before: object,
  after: object,
  secrets: readonly string[] = [],
): { changes: readonly Change[]; more_changes?: number } {
  const masked = secrets.map((field): Change => ({ field, masked: true }));
  return bounded([...masked, ...differences("", before as Json, after as Json)]);
}

/** With the names of fields as the contract has them: `corner_radius` for `cornerRadius`. */
export function contractNames(value: unknown): object {
  return JSON.parse(JSON.stringify(value), (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).map(([key, inner]) => [snakeCase(key), inner]))
      : part,
  ) as object;
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function bounded(all: readonly Change[]): { changes: readonly Change[]; more_changes?: number } {
  const changes: Change[] = [];
  let size = 0;
  for (const change of all.slice(0, MAX_CHANGES)) {
    size += JSON.stringify(change).length;
    if (size > MAX_TOTAL) break;
    changes.push(change);
  }
  const more = all.length - changes.length;
  return more === 0 ? { changes } : { changes, more_changes: more };
}

function differences(field: string, before: Json | undefined, after: Json | undefined): Change[] {
  if (isDeepStrictEqual(before, after)) return [];
  const [old, next] = [partsOf(before), partsOf(after)];
  if (old === undefined || next === undefined) {
    return [
      {
        field,
        ...(before !== undefined && { old: cut(before) }),
        ...(after !== undefined && { new: cut(after) }),
      },
    ];
  }
  const keys = new Set([...old.keys(), ...next.keys()]);
  const changes = [...keys].flatMap((key) =>
    differences(field === "" ? key : `${field}.${key}`, old.get(key), next.get(key)),
  );
  // The same entries in another order.
  return changes.length > 0 ? changes : [{ field, old: cut(before ?? null), new: cut(after ?? null) }];
}

/** The fields of an object, or the entries of a list by their ids. Other values are compared as a whole. */
function partsOf(value: Json | undefined): Map<string, Json> | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (!Array.isArray(value)) return new Map(Object.entries(value).filter(([, part]) => part !== undefined));
  const entries = value.map((entry: Json) => [idOf(entry), entry] as const);
  if (entries.length === 0 || entries.some(([id]) => id === undefined)) return undefined;
  return new Map(entries as [string, Json][]);
}

function idOf(entry: Json): string | undefined {
  const id = typeof entry === "object" && entry !== null && "id" in entry ? entry.id : undefined;
  return typeof id === "string" ? id : undefined;
}

function cut(value: Json): Json {
  if (typeof value === "string") return shortened(value);
  const text = JSON.stringify(value);
  return text.length > MAX_VALUE ? shortened(text) : value;
}

/** Not in the middle of a character. */
function shortened(text: string): string {
  return text.length > MAX_VALUE
    ? `${text
        .slice(0, MAX_VALUE)
        .toWellFormed()
        .replace(/\ufffd$/, "")}…`
    : text;
}

import { camelCase, type FieldRecord } from "./field-tree.ts";

/** The fields of a record in a list, with the names and the order of a spec. */
export type RecordShape = Readonly<{
  [key: string]:
    | "text"
    | "number"
    | "flag"
    | "list"
    | Readonly<{ one: RecordShape }>
    | Readonly<{ many: RecordShape }>;
}>;

type Held = FieldRecord[string];

/** The record with the names of a spec, without empty fields. */
export function specRecord(record: FieldRecord, shape: RecordShape): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(shape).flatMap(([key, kind]) => {
      const value = record[camelCase(key)];
      if (
        value === undefined ||
        value === "" ||
        value === false ||
        (Array.isArray(value) && value.length === 0)
      )
        return [];
      return [[key, specValue(value, kind)]];
    }),
  );
}

function specValue(value: Held, kind: RecordShape[string]): unknown {
  if (typeof kind === "string") return value;
  if ("one" in kind) return specRecord(value as FieldRecord, kind.one);
  return (value as readonly FieldRecord[]).map((entry) => specRecord(entry, kind.many));
}

/** The value of a key that is left out. */
export function emptyValue(kind: RecordShape[string]): Held {
  if (kind === "text") return "";
  if (kind === "number") return 0;
  if (kind === "flag") return false;
  if (kind === "list" || "many" in kind) return [];
  return Object.fromEntries(
    Object.entries(kind.one).map(([key, below]) => [camelCase(key), emptyValue(below)]),
  );
}

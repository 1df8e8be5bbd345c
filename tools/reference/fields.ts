import {
  type DescEnum,
  type DescField,
  type DescMessage,
  type DescOneof,
  ScalarType,
} from "@bufbuild/protobuf";
import { isWellKnown } from "../openapi/well-known-types.ts";
import { code, inWords, linkToHeading, markdownTable } from "./markdown.ts";

/** The comment of something as Markdown of this page. */
export type Prose = (desc: Parameters<import("../openapi/describe.ts").Describe>[0]) => string;

/** Two columns, because three are too wide for a phone. */
export function fieldTable(message: Pick<DescMessage, "fields">, prose: Prose): string {
  const rows = message.fields.map((field) => [
    `${code(field.jsonName)} ${typeOf(field)}${isRequired(prose(field)) ? ", required" : ""}`,
    prose(field),
  ]);
  const oneofs = new Set(message.fields.map(({ oneof }) => oneof));
  const choices = [...oneofs].flatMap((oneof) =>
    oneof && oneof.fields.length > 1 ? [choiceOf(oneof, prose)] : [],
  );
  return [markdownTable(["Field", "Meaning"], rows), ...choices].join("\n\n");
}

export function valueTable(type: DescEnum, prose: Prose): string {
  return markdownTable(
    ["Value", "Meaning"],
    type.values.map((value) => [code(value.name), prose(value)]),
  );
}

/** As the comment says: "Required." stands alone; "Required for APNs" is no promise about every call. */
export function isRequired(comment: string): boolean {
  return /\bRequired(?=[.;,])/.test(comment);
}

function choiceOf(oneof: DescOneof, prose: Prose): string {
  const names = oneof.fields.map(({ jsonName }) => code(jsonName));
  return `Set at most one of ${inWords(names)}. ${prose(oneof)}`.trim();
}

function typeOf(field: DescField): string {
  if (field.fieldKind === "list") return `list of ${singleType(field)}`;
  if (field.fieldKind === "map") return `map of string to ${singleType(field)}`;
  return singleType(field);
}

function singleType({ message, enum: type, scalar }: DescField): string {
  const named = message ?? type;
  if (named) return isWellKnown(named) ? wellKnownWords(named) : linkToHeading(headingOf(named));
  return scalar === undefined ? "" : SCALARS[scalar];
}

/** Messages within messages have the name of both. */
export function headingOf({ typeName, file }: DescMessage | DescEnum): string {
  return typeName.slice(file.proto.package.length + 1);
}

const SCALARS: Readonly<Record<ScalarType, string>> = {
  [ScalarType.STRING]: "string",
  [ScalarType.BOOL]: "boolean",
  [ScalarType.BYTES]: "string (base64)",
  [ScalarType.INT32]: "integer",
  [ScalarType.SINT32]: "integer",
  [ScalarType.SFIXED32]: "integer",
  [ScalarType.UINT32]: "integer",
  [ScalarType.FIXED32]: "integer",
  [ScalarType.INT64]: "string (integer)",
  [ScalarType.SINT64]: "string (integer)",
  [ScalarType.SFIXED64]: "string (integer)",
  [ScalarType.UINT64]: "string (integer)",
  [ScalarType.FIXED64]: "string (integer)",
  [ScalarType.FLOAT]: "number",
  [ScalarType.DOUBLE]: "number",
};

const WELL_KNOWN: Readonly<Record<string, string>> = {
  Timestamp: "string (time)",
  Duration: "string (duration)",
  Struct: "JSON object",
  Value: "any JSON",
};

function wellKnownWords({ typeName, name }: DescMessage | DescEnum): string {
  const words = WELL_KNOWN[name];
  if (words === undefined) throw new Error(`${typeName} has no words in tools/reference/fields.ts`);
  return words;
}

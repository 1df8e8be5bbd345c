import { type DescEnum, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import type { JsonObject } from "./json-object.ts";
import { scalarSchema } from "./scalar-schema.ts";

const ANYTHING: JsonObject = {};

/** The types of google.protobuf that have a form of their own in JSON. */
const FORMS: Readonly<Record<string, JsonObject>> = {
  Timestamp: { type: "string", format: "date-time" },
  Duration: { type: "string", pattern: "^-?[0-9]+(\\.[0-9]{1,9})?s$" },
  FieldMask: { type: "string" },
  Struct: { type: "object", additionalProperties: true },
  ListValue: { type: "array", items: ANYTHING },
  Value: ANYTHING,
  NullValue: { type: "null" },
  Empty: { type: "object" },
  Any: { type: "object", properties: { "@type": { type: "string" } }, additionalProperties: true },
  DoubleValue: scalarSchema(ScalarType.DOUBLE),
  FloatValue: scalarSchema(ScalarType.FLOAT),
  Int64Value: scalarSchema(ScalarType.INT64),
  UInt64Value: scalarSchema(ScalarType.UINT64),
  Int32Value: scalarSchema(ScalarType.INT32),
  UInt32Value: scalarSchema(ScalarType.UINT32),
  BoolValue: scalarSchema(ScalarType.BOOL),
  StringValue: scalarSchema(ScalarType.STRING),
  BytesValue: scalarSchema(ScalarType.BYTES),
};

const PACKAGE = "google.protobuf.";

export function isWellKnown(type: DescMessage | DescEnum): boolean {
  return type.typeName.startsWith(PACKAGE);
}

export function wellKnownSchema(type: DescMessage | DescEnum): JsonObject {
  const form = FORMS[type.typeName.slice(PACKAGE.length)];
  if (!form) throw new Error(`the form of ${type.typeName} in JSON is missing in well-known-types.ts`);
  return form;
}

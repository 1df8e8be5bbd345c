import { ScalarType } from "@bufbuild/protobuf";
import type { JsonObject } from "./json-object.ts";

/** Numbers of 64 bits are strings, because a number of JavaScript would lose digits. */
export function scalarSchema(scalar: ScalarType): JsonObject {
  switch (scalar) {
    case ScalarType.STRING:
      return { type: "string" };
    case ScalarType.BOOL:
      return { type: "boolean" };
    case ScalarType.BYTES:
      return { type: "string", contentEncoding: "base64" };
    case ScalarType.INT32:
    case ScalarType.SINT32:
    case ScalarType.SFIXED32:
      return { type: "integer", format: "int32" };
    case ScalarType.UINT32:
    case ScalarType.FIXED32:
      return { type: "integer", minimum: 0, maximum: 4_294_967_295 };
    case ScalarType.INT64:
    case ScalarType.SINT64:
    case ScalarType.SFIXED64:
      return { type: "string", pattern: "^-?[0-9]{1,19}$" };
    case ScalarType.UINT64:
    case ScalarType.FIXED64:
      return { type: "string", pattern: "^[0-9]{1,20}$" };
    case ScalarType.FLOAT:
    case ScalarType.DOUBLE:
      return { anyOf: [{ type: "number" }, { type: "string", enum: ["NaN", "Infinity", "-Infinity"] }] };
  }
}

/** The names of a map's properties. Undefined where any name is right. */
export function mapKeySchema(key: ScalarType): JsonObject | undefined {
  switch (key) {
    case ScalarType.STRING:
      return undefined;
    case ScalarType.BOOL:
      return { enum: ["true", "false"] };
    case ScalarType.UINT32:
    case ScalarType.FIXED32:
    case ScalarType.UINT64:
    case ScalarType.FIXED64:
      return { pattern: "^[0-9]+$" };
    default:
      return { pattern: "^-?[0-9]+$" };
  }
}

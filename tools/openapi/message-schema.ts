import type { DescEnum, DescField, DescMessage, DescOneof } from "@bufbuild/protobuf";
import type { Describe } from "./describe.ts";
import type { JsonObject, RefOf } from "./json-object.ts";
import { mapKeySchema, scalarSchema } from "./scalar-schema.ts";
import { isWellKnown, wellKnownSchema } from "./well-known-types.ts";

/** True for requests and responses alike. So nothing is required, and properties that it does not name are allowed. */
export function messageSchema(message: DescMessage, refOf: RefOf, describe: Describe): JsonObject {
  const properties = message.fields.map((field) => [field.jsonName, fieldSchema(field, refOf, describe)]);
  const rules = message.oneofs.flatMap(twoOf);
  return {
    type: "object",
    ...described(describe(message)),
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(rules.length > 0 && { not: rules.length === 1 ? rules[0] : { anyOf: rules } }),
    ...(message.deprecated && { deprecated: true }),
  };
}

export function enumSchema(type: DescEnum, describe: Describe): JsonObject {
  const meanings = type.values.map((value) => `- \`${value.name}\`: ${describe(value)}`);
  return {
    type: "string",
    description: [describe(type), meanings.join("\n")].filter(Boolean).join("\n\n"),
    enum: type.values.map(({ name }) => name),
  };
}

function fieldSchema(field: DescField, refOf: RefOf, describe: Describe): JsonObject {
  return {
    ...valueSchema(field, refOf),
    ...described([describe(field), describeOneof(field, describe)].filter(Boolean).join("\n\n")),
    ...(field.deprecated && { deprecated: true }),
  };
}

function valueSchema(field: DescField, refOf: RefOf): JsonObject {
  switch (field.fieldKind) {
    case "list":
      return { type: "array", items: singleSchema(field, refOf) };
    case "map": {
      const propertyNames = mapKeySchema(field.mapKey);
      return {
        type: "object",
        ...(propertyNames && { propertyNames }),
        additionalProperties: singleSchema(field, refOf),
      };
    }
    default:
      return singleSchema(field, refOf);
  }
}

function singleSchema({ message, enum: type, scalar }: DescField, refOf: RefOf): JsonObject {
  const named = message ?? type;
  if (named) return isWellKnown(named) ? wellKnownSchema(named) : { $ref: refOf(named.typeName) };
  if (scalar === undefined) throw new Error("a field without a type");
  return scalarSchema(scalar);
}

/** Matches an object that has two fields of the oneof: the message has it in `not`. */
function twoOf({ fields }: DescOneof): JsonObject[] {
  const names = fields.map(({ jsonName }) => jsonName);
  return names.flatMap((name, at) => names.slice(at + 1).map((other) => ({ required: [name, other] })));
}

function describeOneof({ oneof }: DescField, describe: Describe): string {
  if (!oneof || oneof.fields.length < 2) return "";
  const names = oneof.fields.map(({ jsonName }) => `\`${jsonName}\``);
  return `${describe(oneof)} Set at most one of ${names.join(", ")}.`.trim();
}

function described(description: string): JsonObject {
  return description === "" ? {} : { description };
}

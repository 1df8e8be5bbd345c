import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  create,
  createFileRegistry,
  type DescField,
  type DescMessage,
  fromBinary,
  type JsonObject,
  ScalarType,
} from "@bufbuild/protobuf";
import {
  FileDescriptorSetSchema,
  file_google_protobuf_struct,
  file_google_protobuf_timestamp,
  FieldDescriptorProto_Label as Label,
  FieldDescriptorProto_Type as Type,
} from "@bufbuild/protobuf/wkt";

const CONTRACT = join(import.meta.dirname, "../../../proto/baseline.binpb");

export function messagesOfTheContract(): DescMessage[] {
  const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, readFileSync(CONTRACT)));
  return [...registry]
    .filter((type) => type.kind === "message")
    .filter(({ typeName }) => !typeName.startsWith("google.protobuf."));
}

export type Random = (below: number) => number;

/** The same numbers from the same seed. */
export function randomFrom(start: number): Random {
  let state = start >>> 0;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) >>> 0;
    return (state >>> 8) % below;
  };
}

/** As a handler gives it: fields are left out, and a message is an object of its own or one of the library. */
export function someMessage(message: DescMessage, random: Random, depth: number): Record<string, unknown> {
  if (message.typeName === "google.protobuf.Timestamp")
    return { seconds: BigInt(random(2 ** 24)) * 200n, nanos: [0, 123e6, 5e8, 1_000, 999_999_999][random(5)] };
  if (message.typeName === "google.protobuf.Struct") return someStruct(random);
  if (message.typeName.startsWith("google.protobuf.")) return {};
  const given: Record<string, unknown> = random(4) === 0 ? { notInTheContract: 1 } : {};
  for (const field of message.fields) {
    if (random(3) === 0 || (field.message && depth === 0)) continue;
    if (field.oneof)
      given[field.oneof.localName] = { case: field.localName, value: someValue(field, random, depth) };
    else if (field.fieldKind !== "message" || depth > 0)
      given[field.localName] = someValue(field, random, depth);
  }
  return given;
}

function someStruct(random: Random): JsonObject {
  const inner = { "a b": random(10), "": {}, "1": [], [someText(random)]: -0.5 };
  return { text: someText(random), list: [1, null, true, [someText(random), inner]], none: false, inner };
}

function someValue(field: DescField, random: Random, depth: number): unknown {
  if (field.fieldKind === "list")
    return Array.from({ length: random(3) }, () => someSingle(field, field.listKind, random, depth));
  if (field.fieldKind === "map") {
    const entries = Array.from({ length: random(3) }, (_, n) => [
      field.mapKey === ScalarType.STRING ? `${someText(random)}${n}` : n,
      someSingle(field, field.mapKind, random, depth),
    ]);
    return Object.fromEntries(entries);
  }
  return someSingle(field, field.fieldKind, random, depth);
}

function someSingle(field: DescField, kind: string, random: Random, depth: number): unknown {
  if (field.message) {
    const given = someMessage(field.message, random, depth - 1);
    const isJson = field.message.typeName === "google.protobuf.Struct";
    return isJson || random(3) > 0 ? given : create(field.message, given as never);
  }
  if (kind === "enum") {
    const values = field.enum?.values ?? [];
    return values[random(values.length)]?.number;
  }
  return someScalar(field.scalar as ScalarType, random);
}

function someScalar(type: ScalarType, random: Random): unknown {
  switch (type) {
    case ScalarType.STRING:
      return someText(random);
    case ScalarType.BOOL:
      return random(2) === 1;
    case ScalarType.BYTES:
      return Uint8Array.from({ length: random(5) }, () => random(256));
    case ScalarType.FLOAT:
      return [0, -0, 1.5, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY][random(6)];
    case ScalarType.DOUBLE:
      return [0, -0, 1e300, 0.1, Number.NaN, Number.NEGATIVE_INFINITY][random(6)];
    case ScalarType.INT64:
    case ScalarType.SINT64:
    case ScalarType.SFIXED64:
      return [0n, -1n, 2n ** 63n - 1n, -(2n ** 63n)][random(4)];
    case ScalarType.UINT64:
    case ScalarType.FIXED64:
      return [0n, 1n, 2n ** 64n - 1n][random(3)];
    case ScalarType.UINT32:
    case ScalarType.FIXED32:
      return [0, 127, 128, 2 ** 32 - 1, random(2 ** 24)][random(5)];
    default:
      return [0, -1, 2 ** 31 - 1, -(2 ** 31), random(2 ** 24)][random(5)];
  }
}

const TEXTS = ["", "plain", 'with "quotes" and \\', "ü € 🙂", "\u0000\n\u2028", "__proto__", "\ud800 alone"];

function someText(random: Random): string {
  if (random(4) > 0) return TEXTS[random(TEXTS.length)] as string;
  return (["x", "é", "a word, "][random(3)] as string).repeat(random(150));
}

/** A message with every kind of field that proto3 has, but no wrapper: the contract has none. */
export function everyKind(): DescMessage {
  const scalars = Object.values(Type).filter(
    (type): type is Type => typeof type === "number" && ![Type.GROUP, Type.MESSAGE, Type.ENUM].includes(type),
  );
  let number = 0;
  const field = (name: string, type: Type, more: object = {}) => ({
    ...{ name, jsonName: name, type, number: ++number, label: Label.OPTIONAL },
    ...more,
  });
  const every = {
    name: "Every",
    field: [
      ...scalars.map((type) => field(`plain${type}`, type)),
      ...scalars.map((type) => field(`many${type}`, type, { label: Label.REPEATED })),
      field("choice", Type.ENUM, { typeName: ".test.Choice" }),
      field("choices", Type.ENUM, { typeName: ".test.Choice", label: Label.REPEATED }),
      field("self", Type.MESSAGE, { typeName: ".test.Every" }),
      field("selves", Type.MESSAGE, { typeName: ".test.Every", label: Label.REPEATED }),
      field("named", Type.MESSAGE, { typeName: ".test.Every.NamedEntry", label: Label.REPEATED }),
      field("either", Type.STRING, { oneofIndex: 0 }),
      field("or", Type.MESSAGE, { typeName: ".test.Every", oneofIndex: 0 }),
      field("number", Type.INT32, { oneofIndex: 0 }),
      field("switch", Type.BOOL, { oneofIndex: 0 }),
      field("data", Type.BYTES, { oneofIndex: 0 }),
      field("ratio", Type.DOUBLE, { oneofIndex: 0 }),
      field("json", Type.MESSAGE, { typeName: ".google.protobuf.Struct" }),
      field("jsons", Type.MESSAGE, { typeName: ".google.protobuf.Struct", label: Label.REPEATED }),
      field("at", Type.MESSAGE, { typeName: ".google.protobuf.Timestamp" }),
      field("unpacked", Type.INT32, { label: Label.REPEATED, options: { packed: false } }),
      ...scalars.map((type, n) => field(`maybe${type}`, type, { oneofIndex: n + 1, proto3Optional: true })),
    ],
    oneofDecl: [{ name: "one" }, ...scalars.map((type) => ({ name: `_maybe${type}` }))],
    nestedType: [
      {
        name: "NamedEntry",
        options: { mapEntry: true },
        field: [
          { ...field("key", Type.STRING), number: 1 },
          { ...field("value", Type.MESSAGE, { typeName: ".test.Every" }), number: 2 },
        ],
      },
    ],
  };
  const choice = {
    name: "Choice",
    value: [
      { name: "NONE", number: 0 },
      { name: "SOME", number: 3 },
      { name: "LESS", number: -2 },
    ],
  };
  const dependencies = [file_google_protobuf_struct, file_google_protobuf_timestamp].map(
    ({ proto }) => proto,
  );
  const file = {
    name: "test.proto",
    package: "test",
    syntax: "proto3",
    messageType: [every],
    enumType: [choice],
  };
  const dependency = dependencies.map(({ name }) => name);
  const set = create(FileDescriptorSetSchema, { file: [...dependencies, { ...file, dependency }] });
  return createFileRegistry(set).getMessage("test.Every") as DescMessage;
}

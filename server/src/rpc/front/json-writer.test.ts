import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  create,
  createFileRegistry,
  type DescField,
  type DescMessage,
  fromBinary,
  type JsonObject,
  type Registry,
  ScalarType,
  toJsonString,
} from "@bufbuild/protobuf";
import {
  FileDescriptorSetSchema,
  FieldDescriptorProto_Label as Label,
  FieldDescriptorProto_Type as Type,
} from "@bufbuild/protobuf/wkt";
import { expect, test } from "vitest";
import { times } from "../../testing/full.ts";
import { seed } from "../../testing/seed.ts";
import { jsonWriter } from "./json-writer.ts";

const CONTRACT = join(import.meta.dirname, "../../../../proto/baseline.binpb");

test("every message of the contract is written as the library writes it", () => {
  const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, readFileSync(CONTRACT)));
  const messages = [...registry]
    .filter((type) => type.kind === "message")
    .filter(({ typeName }) => !typeName.startsWith("google.protobuf."));
  expect(messages.length).toBeGreaterThan(100);
  for (const message of messages) compare(message, times(20, 2_000));
});

test("so is every kind of field that a message can have", () => {
  compare(everyKind().getMessage("test.Every") as DescMessage, times(500, 50_000));
});

test("a number that is no value of its enum is a bug, not an answer", () => {
  const message = everyKind().getMessage("test.Every") as DescMessage;
  expect(() => jsonWriter(message)({ choice: 7 })).toThrow("7 is not a value of test.Choice");
});

function compare(message: DescMessage, count: number): void {
  const write = jsonWriter(message);
  for (let n = 0; n < count; n++) {
    const random = randomFrom(seed + n);
    const given = someMessage(message, random, 3);
    const expected = toJsonString(message, create(message, given as never), { alwaysEmitImplicit: true });
    expect(write(given), `${message.typeName}, SVC_SEED=${seed}`).toBe(expected);
  }
}

type Random = (below: number) => number;

/** The same numbers from the same seed. */
function randomFrom(start: number): Random {
  let state = start >>> 0;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) >>> 0;
    return (state >>> 8) % below;
  };
}

function someMessage(message: DescMessage, random: Random, depth: number): Record<string, unknown> {
  if (message.typeName === "google.protobuf.Timestamp")
    return { seconds: BigInt(random(2 ** 24)) * 200n, nanos: [0, 123e6, 5e8, 1_000, 999_999_999][random(5)] };
  if (message.typeName === "google.protobuf.Struct") return someStruct(random);
  if (message.typeName.startsWith("google.protobuf.")) return {};
  const given: Record<string, unknown> = {};
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
  return { text: someText(random), list: [1, null, true], inner: { "a b": random(10), "": {} } };
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
  if (kind === "message") return someMessage(field.message as DescMessage, random, depth - 1);
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
    default:
      return random(2 ** 24);
  }
}

function someText(random: Random): string {
  return ["", "plain", 'with "quotes" and \\', "ü € 🙂", "\u0000\n\u2028", "__proto__"][random(6)] as string;
}

function everyKind(): Registry {
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
      field("maybe", Type.STRING, { oneofIndex: 1, proto3Optional: true }),
    ],
    oneofDecl: [{ name: "one" }, { name: "_maybe" }],
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
    ],
  };
  const set = create(FileDescriptorSetSchema, {
    file: [
      { name: "test.proto", package: "test", syntax: "proto3", messageType: [every], enumType: [choice] },
    ],
  });
  return createFileRegistry(set);
}

import { create, createFileRegistry, type DescMessage, fromBinary, toBinary } from "@bufbuild/protobuf";
import {
  FieldDescriptorProtoSchema,
  FileDescriptorSetSchema,
  file_google_protobuf_wrappers,
  StructSchema,
  FieldDescriptorProto_Type as Type,
  ValueSchema,
} from "@bufbuild/protobuf/wkt";
import { expect, test } from "vitest";
import { everyKind, messagesOfTheContract, randomFrom, someMessage } from "../../testing/any-message.ts";
import { times } from "../../testing/full.ts";
import { seed } from "../../testing/seed.ts";
import { binaryWriter } from "./binary-writer.ts";

const every = everyKind();
const write = binaryWriter(every);

/** Fields of `test.Every`. */
const NUMBER = `plain${Type.INT32}`;
const TEXT = `plain${Type.STRING}`;
const TEXTS = `many${Type.STRING}`;
const DATA = `plain${Type.BYTES}`;
const MAYBE_TEXT = `maybe${Type.STRING}`;

test("every message of the contract is written as the library writes it", () => {
  const messages = messagesOfTheContract();
  expect(messages.length).toBeGreaterThan(100);
  for (const message of messages) compare(message, times(4, 2_000));
});

test("so is every kind of field that a message can have", () => {
  compare(every, times(50, 10_000));
});

test("text of any length and of any characters", () => {
  const characters = ["x", "é", "€", "🙂", "\ud800", "\udc00", "\udc00\ud800"];
  const lengths = [
    0, 1, 15, 16, 17, 41, 42, 43, 63, 64, 65, 126, 127, 128, 129, 8_191, 8_192, 16_383, 16_384, 70_000,
  ];
  for (const character of characters) {
    for (const length of lengths) {
      const text = character.repeat(length);
      for (const one of [text, `${text}x`, `x${text}`]) {
        same({
          [TEXT]: one,
          [TEXTS]: [one, ""],
          [MAYBE_TEXT]: one,
          json: { [one]: one },
          named: { [one]: {} },
        });
      }
    }
  }
});

test("messages in messages around the lengths at which their length becomes longer", () => {
  for (const limit of [2 ** 7, 2 ** 14, 2 ** 21]) {
    for (let length = limit - 20; length <= limit + 2; length += times(limit > 2 ** 20 ? 7 : 1, 1)) {
      const text = "x".repeat(length);
      same({ self: { self: { [TEXT]: text }, at: { seconds: 1n } }, [MAYBE_TEXT]: "after" });
      same({ selves: [{ [TEXT]: text }, {}], one: { case: "or", value: { [TEXT]: text } } });
      same({ json: { a: { b: [text, null] }, c: 1 } });
    }
  }
});

test("whatever comes next when the memory is full", () => {
  const last = [
    { [MAYBE_TEXT]: "" },
    { [MAYBE_TEXT]: "a short text" },
    { [MAYBE_TEXT]: "a text that is not short" },
    { at: { seconds: 2n ** 53n - 1n, nanos: 1 } },
    { one: { case: "data", value: Buffer.alloc(70_000, 1) } },
    { one: { case: "ratio", value: 1.5 } },
    { json: { n: 1.5, t: "x", l: [true, null, 1.5, 2.5] } },
    { selves: [{ self: {} }, {}] },
  ];
  const full = Buffer.alloc(2 ** 20 + 1, "each byte is another than the one before");
  for (let length = 2 ** 14 - 70; length <= 2 ** 14; length += times(5, 1)) {
    const data = full.subarray(0, length);
    for (const given of [{ self: { [DATA]: data } }, ...last.map((rest) => ({ [DATA]: data, ...rest }))]) {
      write({ [DATA]: full }); // so long that the next begins with little memory again
      same(given);
    }
  }
  same({ self: { [TEXTS]: Array.from({ length: 20_000 }, (_, n) => `text number ${n}, not short`) } });
});

test("numbers at the ends of what they can be", () => {
  for (const seconds of [0n, 1n, 127n, 2n ** 31n, 2n ** 32n - 1n, 2n ** 32n, 2n ** 53n, -1n, -(2n ** 63n)])
    for (const nanos of [0, 127, 128, 2 ** 31 - 1, -1, -(2 ** 31)])
      same({ at: { seconds, nanos }, choice: nanos });
  for (const json of [0, -0, Number.NaN, Number.POSITIVE_INFINITY, 5e-324]) same({ json: { json } });
});

test("a field that is null or undefined is left out; what is no JSON in a Struct is a value without a kind", () => {
  same(undefined);
  same({
    [TEXT]: null,
    [NUMBER]: undefined,
    [DATA]: null,
    self: null,
    selves: undefined,
    named: null,
    one: null,
  });
  same({ one: { case: undefined }, json: { nothing: undefined, list: [undefined, () => 1] } });
  same({ [DATA]: [1, 2, 255], one: { case: "notInTheContract", value: 1 } });
});

test("what a message was read with and does not know is passed on", () => {
  const bytes = toBinary(every, create(every, { [MAYBE_TEXT]: "known" }));
  const read = fromBinary(every, Buffer.concat([bytes, Buffer.from("c23e0161", "hex")]));
  expect(read.$unknown).toHaveLength(1);
  same(read);
  same({ self: read, selves: [read, { $unknown: read.$unknown }], [MAYBE_TEXT]: "after" });
});

test("messages of other kinds than the contract's are left to the library", () => {
  same(create(FieldDescriptorProtoSchema, { name: "inherits the rest" }), FieldDescriptorProtoSchema);
  const struct = { fields: { a: { kind: { case: "nullValue", value: 0 } } } };
  same(struct, StructSchema);
  same({ kind: { case: "structValue", value: struct } }, ValueSchema);
  const wrapped = wrappedText();
  for (const text of ["", "text", undefined])
    same({ text, either: { case: "or", value: { value: text } } }, wrapped);
});

test("a message that fails half-way leaves nothing in the next one", () => {
  const failing = {
    get [TEXT](): string {
      throw new Error("no text");
    },
  };
  const whole = { [NUMBER]: 1, [TEXT]: "x".repeat(200), self: { [TEXT]: "y" } };
  for (const given of [
    failing,
    { [NUMBER]: 1, self: { [NUMBER]: 2, self: failing } },
    { ...whole, selves: [failing] },
  ]) {
    expect(() => write(given)).toThrow("no text");
    same(whole);
  }
});

test("a message that is written while another one is, is no part of it", () => {
  let inner: Buffer | undefined;
  const text = "x".repeat(50_000);
  const given = {
    [NUMBER]: 1,
    self: {
      get [TEXT](): string {
        inner = write({ [TEXT]: text });
        return "outer";
      },
    },
  };
  const outer = write(given);
  expect(outer.toString("hex")).toBe(byLibrary(every, { [NUMBER]: 1, self: { [TEXT]: "outer" } }));
  expect(inner?.toString("hex")).toBe(byLibrary(every, { [TEXT]: text }));
});

test("what was written stays as it is when others are written", () => {
  const first = write({ [TEXT]: "first" });
  write({ [TEXT]: "other" });
  expect(first.toString("hex")).toBe(byLibrary(every, { [TEXT]: "first" }));
});

test.each([
  { [NUMBER]: 1.5 },
  { [NUMBER]: 2 ** 31 },
  { [NUMBER]: "text" },
  { [`plain${Type.UINT32}`]: -1 },
  { choice: "SOME" },
  { at: { seconds: 1.5 } },
  { [TEXT]: 1 },
  { [DATA]: "text" },
  { self: "text" },
])("a value of another type is a bug, not an answer: %j", (given) => {
  expect(() => write(given)).toThrow();
});

function compare(message: DescMessage, count: number): void {
  for (let n = 0; n < count; n++) {
    const given = someMessage(message, randomFrom(seed + n), 3);
    same(given, message);
    same(create(message, given as never), message);
  }
}

function same(given: unknown, message: DescMessage = every): void {
  const written = binaryWriter(message)(given);
  const wanted = toBinary(message, create(message, given as never));
  if (written.equals(wanted)) return; // a text of the bytes is for who reads a failure
  expect(written.toString("hex"), `${message.typeName}, SVC_SEED=${seed}`).toBe(byLibrary(message, given));
}

function byLibrary(message: DescMessage, given: unknown): string {
  return Buffer.from(toBinary(message, create(message, given as never))).toString("hex");
}

function wrappedText(): DescMessage {
  const typeName = ".google.protobuf.StringValue";
  const field = [
    { name: "text", number: 1, type: Type.MESSAGE, typeName },
    { name: "or", number: 2, type: Type.MESSAGE, typeName, oneofIndex: 0 },
  ];
  const messageType = [{ name: "Wrapped", field, oneofDecl: [{ name: "either" }] }];
  const { proto } = file_google_protobuf_wrappers;
  const file = { name: "wrapped.proto", syntax: "proto3", dependency: [proto.name], messageType };
  const set = create(FileDescriptorSetSchema, { file: [proto, file] });
  return createFileRegistry(set).getMessage("Wrapped") as DescMessage;
}

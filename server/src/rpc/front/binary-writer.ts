import {
  create,
  type DescField,
  type DescMessage,
  type JsonObject,
  type JsonValue,
  ScalarType,
  toBinary,
} from "@bufbuild/protobuf";
import { scalarZeroValue } from "@bufbuild/protobuf/reflect";
import { Edition, isWrapperDesc, FeatureSet_FieldPresence as Presence } from "@bufbuild/protobuf/wkt";
import { Scratch } from "./scratch.ts";

/** What a handler returns for a message, whole or with fields left out. */
type Given = Readonly<Record<string, unknown>>;

/** Adds a value to the scratch. That of a field comes with its tag. */
type Add = (value: unknown) => void;

type AddField = (message: Given) => void;

type Writer = { readonly add: Add; readonly write: (given: unknown) => Buffer };

const VARINT = 0;
const FIXED64 = 1;
const LENGTH_DELIMITED = 2;

const scratch = new Scratch();

const writers = new WeakMap<DescMessage, Writer>();

/**
 * Writes a message as the library does, but straight from what a handler returns: without a message object in
 * between, and in memory that all of them share.
 */
export function binaryWriter(message: DescMessage): (given: unknown) => Buffer {
  return writerOf(message).write;
}

function writerOf(message: DescMessage): Writer {
  let writer = writers.get(message);
  if (!writer) {
    const fields: AddField[] = [];
    const byLibrary: Add = (given) => scratch.raw(toBinary(message, create(message, given as never)));
    const byFields: Add = (given) => {
      if (typeof given !== "object") throw new Error(`${typeof given} is not a ${message.typeName}`);
      // A message that was read may hold fields of a newer contract, which the library passes on.
      if ((given as Given).$unknown !== undefined) byLibrary(given);
      else for (const field of fields) field(given as Given);
    };
    // Only in proto3 a message object inherits nothing: what can be read from it was given.
    const add = message.file.edition === Edition.EDITION_PROTO3 ? byFields : byLibrary;
    writer = { add, write: (given) => scratch.take(add, given ?? {}) };
    writers.set(message, writer); // before its fields: a message may hold its own kind
    const inOrder = message.fields.toSorted((a, b) => a.number - b.number);
    fields.push(...inOrder.map(fieldAdder));
  }
  return writer;
}

function fieldAdder(field: DescField): AddField {
  const own = valueAdder(field);
  const add = own ?? libraryAdder(field);
  const key = field.localName;
  if (field.oneof) {
    const choice = field.oneof.localName;
    return (given) => {
      const chosen = given[choice] as { case?: string; value?: unknown } | undefined;
      if (chosen?.case === key) add(chosen.value);
    };
  }
  const zero = own && zeroOf(field);
  if (zero instanceof Uint8Array) {
    return (given) => {
      const value = given[key] as Uint8Array | undefined;
      if (value && value.length !== 0) add(value);
    };
  }
  return (given) => {
    const value = given[key];
    if (value !== undefined && value !== null && value !== zero) add(value);
  };
}

/** What is left out, since a reader takes a field that is not there for it. */
function zeroOf(field: DescField): unknown {
  if (field.presence !== Presence.IMPLICIT) return undefined;
  if (field.fieldKind === "enum") return field.enum.values[0]?.number;
  return field.fieldKind === "scalar" ? scalarZeroValue(field.scalar, field.longAsString) : undefined;
}

/** For one field alone: messages that are written one after the other are read as one. */
function libraryAdder({ parent, oneof, localName }: DescField): Add {
  return (value) => {
    const alone = oneof ? { [oneof.localName]: { case: localName, value } } : { [localName]: value };
    scratch.raw(toBinary(parent, create(parent, alone)));
  };
}

/** Undefined for what the contract rarely has: that is left to the library. */
function valueAdder(field: DescField): Add | undefined {
  if (field.fieldKind === "map") return undefined;
  if (field.fieldKind === "list" && field.packed) return undefined;
  if (field.fieldKind === "message" && isWrapperDesc(field.message)) return undefined;
  const add = field.message ? messageAdder(field, field.message) : scalarAdder(field);
  if (!add || field.fieldKind !== "list") return add;
  return (values) => {
    for (const value of values as unknown[]) add(value);
  };
}

function messageAdder({ number, parent }: DescField, message: DescMessage): Add {
  const tag = tagOf(number, LENGTH_DELIMITED);
  const isJson = message.typeName === "google.protobuf.Struct" && parent.typeName !== "google.protobuf.Value";
  const add = isJson ? (addStruct as Add) : writerOf(message).add;
  return (value) => {
    scratch.varint(tag);
    const start = scratch.open();
    add(value);
    scratch.close(start);
  };
}

function scalarAdder(field: DescField): Add | undefined {
  const sized = tagOf(field.number, LENGTH_DELIMITED);
  if (field.scalar === ScalarType.STRING) {
    return (value) => {
      scratch.varint(sized);
      scratch.text(value as string);
    };
  }
  if (field.fieldKind === "list") return undefined;
  const byLibrary = libraryAdder(field);
  const tag = tagOf(field.number, VARINT);
  switch (field.scalar) {
    case ScalarType.BYTES:
      return (value) => {
        if (!(value instanceof Uint8Array)) return byLibrary(value);
        scratch.varint(sized);
        scratch.varint(value.length);
        scratch.raw(value);
      };
    case ScalarType.BOOL:
      return (value) => {
        scratch.varint(tag);
        scratch.varint(value ? 1 : 0);
      };
    case undefined: // an enum
    case ScalarType.INT32:
      return wholeAdder(tag, 2 ** 31 - 1, byLibrary);
    case ScalarType.UINT32:
      return wholeAdder(tag, 2 ** 32 - 1, byLibrary);
    case ScalarType.INT64:
    case ScalarType.UINT64:
      return wholeAdder(tag, Number.MAX_SAFE_INTEGER, byLibrary);
    default:
      return undefined;
  }
}

/** The library writes what is negative or greater, and refuses what is no such number. */
function wholeAdder(tag: number, max: number, byLibrary: Add): Add {
  return (value) => {
    const number = typeof value === "bigint" ? Number(value) : (value as number);
    if (!Number.isInteger(number) || number < 0 || number > max) return byLibrary(value);
    scratch.varint(tag);
    scratch.varint(number);
  };
}

/** What a Struct and a Value of google.protobuf hold, which handlers give as JSON. */
function addStruct(json: JsonObject): void {
  for (const key of Object.keys(json)) {
    scratch.varint(tagOf(1, LENGTH_DELIMITED));
    const entry = scratch.open();
    scratch.varint(tagOf(1, LENGTH_DELIMITED));
    scratch.text(key);
    scratch.varint(tagOf(2, LENGTH_DELIMITED));
    addJson(json[key]);
    scratch.close(entry);
  }
}

/** With its length. */
function addJson(value: JsonValue | undefined): void {
  const start = scratch.open();
  if (value === null) {
    scratch.varint(tagOf(1, VARINT));
    scratch.varint(0);
  } else if (typeof value === "number") {
    scratch.varint(tagOf(2, FIXED64));
    scratch.double(value);
  } else if (typeof value === "string") {
    scratch.varint(tagOf(3, LENGTH_DELIMITED));
    scratch.text(value);
  } else if (typeof value === "boolean") {
    scratch.varint(tagOf(4, VARINT));
    scratch.varint(value ? 1 : 0);
  } else if (typeof value === "object") {
    scratch.varint(tagOf(Array.isArray(value) ? 6 : 5, LENGTH_DELIMITED));
    const inner = scratch.open();
    if (Array.isArray(value)) addList(value);
    else addStruct(value);
    scratch.close(inner);
  }
  scratch.close(start);
}

function addList(values: readonly JsonValue[]): void {
  for (const value of values) {
    scratch.varint(tagOf(1, LENGTH_DELIMITED));
    addJson(value);
  }
}

function tagOf(number: number, wireType: number): number {
  return ((number << 3) | wireType) >>> 0;
}

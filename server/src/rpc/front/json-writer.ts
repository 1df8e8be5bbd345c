import {
  create,
  type DescEnum,
  type DescField,
  type DescMessage,
  ScalarType,
  toJson,
} from "@bufbuild/protobuf";
import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { utcText } from "./utc-text.ts";

/** What a handler returns for a message, whole or with fields left out. */
type Given = Readonly<Record<string, unknown>>;

type Write = (value: unknown) => string;

/** How one field is written: the value behind its name, or what stands there when it was left out. */
type FieldWriter = Readonly<{
  /** Its property, or that of the oneof that it is in. */
  property: string;
  /** Its case in that oneof. */
  choice: string | undefined;
  name: string;
  write: Write;
  /** Undefined where nothing is written then. */
  missing: string | undefined;
}>;

const EVERY_FIELD = { alwaysEmitImplicit: true };

const writers = new WeakMap<DescMessage, Write>();

/**
 * Writes a message as the library does with `alwaysEmitImplicit`, but straight from what a handler returns:
 * without a message object and a JSON object in between, which cost three times as much as the text.
 */
export function jsonWriter(message: DescMessage): Write {
  let write = writers.get(message);
  if (!write) {
    let writeObject: Write = String;
    write = wellKnown(message) ?? ((given) => writeObject(given));
    writers.set(message, write); // before its fields: a message may hold its own kind
    const empty = toJson(message, create(message), EVERY_FIELD) as Given;
    const inOrder = message.fields.toSorted((a, b) => a.number - b.number);
    writeObject = objectWriter(inOrder.map((field) => fieldWriter(field, empty[field.jsonName])));
  }
  return write;
}

/**
 * Written out as code, each message has properties of its own to look at and knows where a comma comes. In a loop over
 * the fields of all messages it takes up to a third longer.
 */
function objectWriter(fields: readonly FieldWriter[]): Write {
  let mayBeFirst = true;
  const lines = fields.map(({ property, choice, name, missing }, at) => {
    const comma = mayBeFirst ? '(text === "{" ? "" : ",")' : '","';
    const value = `given[${JSON.stringify(property)}]`;
    if (missing !== undefined) mayBeFirst = false;
    const written = `text += ${comma} + ${JSON.stringify(name)} + write${at}(`;
    if (choice !== undefined)
      return `if (${value}?.case === ${JSON.stringify(choice)}) ${written}${value}.value);`;
    const otherwise = missing === undefined ? "" : ` else text += ${comma} + ${JSON.stringify(missing)};`;
    return `{ const value = ${value}; if (value !== undefined) ${written}value);${otherwise} }`;
  });
  const parameters = fields.map((_, at) => `write${at}`);
  const source = `return (given) => { let text = "{"; ${lines.join("\n")} return text + "}"; };`;
  return new Function(...parameters, source)(...fields.map(({ write }) => write)) as Write;
}

function wellKnown(message: DescMessage): Write | undefined {
  if (!message.typeName.startsWith("google.protobuf.")) return undefined;
  if (message.typeName === "google.protobuf.Struct") return JSON.stringify;
  const byLibrary: Write = (value) =>
    JSON.stringify(toJson(message, create(message, value as never), EVERY_FIELD));
  if (message.typeName !== "google.protobuf.Timestamp") return byLibrary;
  return (value) => {
    const time = value as Timestamp;
    if (time.nanos % 1e6 !== 0) return byLibrary(value); // none of ours is finer than a millisecond
    return `"${utcText(Number(time.seconds) * 1000 + time.nanos / 1e6)}"`;
  };
}

/** `ifMissing` is what is written for a field that was left out; undefined where it is left out then. */
function fieldWriter(field: DescField, ifMissing: unknown): FieldWriter {
  const name = `${JSON.stringify(field.jsonName)}:`;
  return {
    property: field.oneof?.localName ?? field.localName,
    choice: field.oneof && field.localName,
    name,
    write: valueWriter(field),
    missing: ifMissing === undefined ? undefined : name + JSON.stringify(ifMissing),
  };
}

function valueWriter(field: DescField): Write {
  switch (field.fieldKind) {
    case "list": {
      const write = singleWriter(field.listKind, field);
      return (values) => `[${(values as unknown[]).map(write).join(",")}]`;
    }
    case "map": {
      const write = singleWriter(field.mapKind, field);
      return (values) => {
        const parts = Object.entries(values as Given).map(
          ([key, value]) => `${JSON.stringify(key)}:${write(value)}`,
        );
        return `{${parts.join(",")}}`;
      };
    }
    default:
      return singleWriter(field.fieldKind, field);
  }
}

type Parts = {
  scalar?: ScalarType | undefined;
  enum?: DescEnum | undefined;
  message?: DescMessage | undefined;
};

function singleWriter(kind: "scalar" | "enum" | "message", { scalar, enum: type, message }: Parts): Write {
  if (kind === "message" && message) {
    return (value) => jsonWriter(message)(value); // asked for when it is written: a message may hold its own kind
  }
  if (kind === "enum" && type) return (value) => JSON.stringify(enumName(type, value as number));
  return scalarWriter(scalar ?? ScalarType.STRING);
}

function enumName(type: DescEnum, value: number): string {
  const found = type.value[value];
  if (!found) throw new Error(`${value} is not a value of ${type.typeName}`);
  return found.name;
}

/** Nothing in it is written in another way in JSON. */
const PLAIN = /^[ !#-[\]-~]*$/;

function writeText(value: unknown): string {
  return PLAIN.test(value as string) ? `"${value}"` : JSON.stringify(value);
}

function scalarWriter(type: ScalarType): Write {
  switch (type) {
    case ScalarType.STRING:
      return writeText;
    case ScalarType.BOOL:
    case ScalarType.INT32:
    case ScalarType.UINT32:
    case ScalarType.SINT32:
    case ScalarType.FIXED32:
    case ScalarType.SFIXED32:
      return String;
    case ScalarType.BYTES:
      return (value) => JSON.stringify(Buffer.from(value as Uint8Array).toString("base64"));
    case ScalarType.FLOAT:
    case ScalarType.DOUBLE:
      return (value) => (Number.isFinite(value) ? JSON.stringify(value) : `"${value}"`);
    default:
      return (value) => `"${value}"`; // 64 bits do not fit a number of JSON's
  }
}

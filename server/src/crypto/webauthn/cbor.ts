import { isUtf8 } from "node:buffer";
import { WebAuthnError } from "./webauthn-error.ts";

/** What authenticators write. There are no floats, tags, nulls or numbers of eight bytes. */
export type Cbor = number | string | boolean | Buffer | readonly Cbor[] | CborMap;
export type CborMap = ReadonlyMap<number | string, Cbor>;

/** Compound attestation has five: object, statements, statement, its members, certificates. */
const MAX_DEPTH = 6;
const MAX_ENTRIES = 64;

const majorTypes = { unsigned: 0, negative: 1, bytes: 2, text: 3, array: 4, map: 5, simple: 7 } as const;

type Read<T> = Readonly<{ value: T; end: number }>;

/** The one value that fills all the bytes. */
export function readCbor(bytes: Buffer): Cbor {
  const { value, end } = readCborAt(bytes, 0);
  if (end !== bytes.length) throw new WebAuthnError("bytes after the CBOR");
  return value;
}

/**
 * The value that begins at `at`, and where it ends. Every value has one spelling only: definite lengths, the
 * shortest form of every number, no key twice. The order of keys is free, because not every password manager sorts.
 */
export function readCborAt(bytes: Buffer, at: number, depth = 0): Read<Cbor> {
  const first = bytes[at];
  if (first === undefined) throw new WebAuthnError("CBOR is cut short");
  const major = first >> 5;
  if (major === majorTypes.simple) return { value: booleanOf(first), end: at + 1 };

  const { value: argument, end: start } = readArgument(bytes, at);
  switch (major) {
    case majorTypes.unsigned:
      return { value: argument, end: start };
    case majorTypes.negative:
      return { value: -1 - argument, end: start };
    case majorTypes.bytes:
      return { value: slice(bytes, start, argument), end: start + argument };
    case majorTypes.text:
      return { value: textOf(slice(bytes, start, argument)), end: start + argument };
    case majorTypes.array:
      return readArray(bytes, start, argument, depth + 1);
    case majorTypes.map:
      return readMap(bytes, start, argument, depth + 1);
    default:
      throw new WebAuthnError("CBOR has a tag");
  }
}

/** The number in the head of a value: itself, a length, or a count. */
function readArgument(bytes: Buffer, at: number): Read<number> {
  const short = (bytes[at] ?? 0) & 0x1f;
  if (short < 24) return { value: short, end: at + 1 };
  if (short > 26) throw new WebAuthnError("CBOR has an indefinite length or a number of eight bytes");
  const size = 1 << (short - 24);
  const end = at + 1 + size;
  if (end > bytes.length) throw new WebAuthnError("CBOR is cut short");
  const value = bytes.readUIntBE(at + 1, size);
  const least = size === 1 ? 24 : 2 ** (size * 4);
  if (value < least) throw new WebAuthnError("CBOR has a number that is not in its shortest form");
  return { value, end };
}

function slice(bytes: Buffer, start: number, length: number): Buffer {
  if (length > bytes.length - start) throw new WebAuthnError("CBOR is cut short");
  return bytes.subarray(start, start + length);
}

function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new WebAuthnError("CBOR has a text that is not UTF-8");
  return bytes.toString("utf8");
}

function booleanOf(first: number): boolean {
  if (first !== 0xf4 && first !== 0xf5)
    throw new WebAuthnError("CBOR has a simple value other than true and false");
  return first === 0xf5;
}

function checkContainer(count: number, depth: number): void {
  if (depth > MAX_DEPTH) throw new WebAuthnError("CBOR is nested too deeply");
  if (count > MAX_ENTRIES) throw new WebAuthnError("CBOR has too many entries");
}

function readArray(bytes: Buffer, start: number, count: number, depth: number): Read<readonly Cbor[]> {
  checkContainer(count, depth);
  const value: Cbor[] = [];
  let at = start;
  for (let i = 0; i < count; i++) {
    const item = readCborAt(bytes, at, depth);
    value.push(item.value);
    at = item.end;
  }
  return { value, end: at };
}

function readMap(bytes: Buffer, start: number, count: number, depth: number): Read<CborMap> {
  checkContainer(count, depth);
  const value = new Map<number | string, Cbor>();
  let at = start;
  for (let i = 0; i < count; i++) {
    const key = readCborAt(bytes, at, depth);
    if (typeof key.value !== "number" && typeof key.value !== "string") {
      throw new WebAuthnError("CBOR has a key that is neither a number nor a text");
    }
    if (value.has(key.value)) throw new WebAuthnError("CBOR has a key twice");
    const item = readCborAt(bytes, key.end, depth);
    value.set(key.value, item.value);
    at = item.end;
  }
  return { value, end: at };
}

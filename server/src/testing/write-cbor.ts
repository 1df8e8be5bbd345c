/** What the tests write: maps keep their order, so that a test can also write what is not canonical. */
export type WritableCbor = number | string | boolean | Buffer | readonly WritableCbor[] | WritableMap;
export type WritableMap = ReadonlyMap<number | string, WritableCbor>;
export type CborEntry = readonly [number | string, WritableCbor];

export function cborMap(...entries: readonly CborEntry[]): WritableMap {
  return new Map(entries);
}

export function writeCbor(value: WritableCbor): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "boolean") return Buffer.from([value ? 0xf5 : 0xf4]);
  if (typeof value === "string")
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map) {
    return Buffer.concat([
      head(5, value.size),
      ...[...value].flat().map((part) => writeCbor(part as WritableCbor)),
    ]);
  }
  const items = value as readonly WritableCbor[];
  return Buffer.concat([head(4, items.length), ...items.map(writeCbor)]);
}

function head(major: number, argument: number): Buffer {
  const type = major << 5;
  if (argument < 24) return Buffer.from([type | argument]);
  const [short, size] = argument < 2 ** 8 ? [24, 1] : argument < 2 ** 16 ? [25, 2] : [26, 4];
  const bytes = Buffer.alloc(1 + size);
  bytes[0] = type | short;
  bytes.writeUIntBE(argument, 1, size);
  return bytes;
}

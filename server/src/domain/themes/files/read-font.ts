import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import type { AssetFile } from "../asset.ts";
import { refuseFile } from "./refuse-file.ts";

const HEADER = 48;
const FLAVORS = new Set([0x00010000, 0x4f54544f, 0x74727565]); // TrueType, "OTTO", "true"
const MAX_UNPACKED = 16 * 1024 * 1024;
const NO_KNOWN_TAG = 0x3f;
/** `glyf` and `loca`, in the list of known tags of the standard. */
const OUTLINES = new Set([10, 11]);

const unpack = promisify(brotliDecompress);

/** Validates a WOFF2 font: the tables must unpack to the sizes in its directory, and the file must have the stated length. */
export async function readFont(data: Uint8Array): Promise<AssetFile> {
  const file = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  if (file.toString("latin1", 0, 4) !== "wOF2") throw refuseFile("must be a WOFF2 font");
  if (file.length < HEADER) throw refuseFile("is a truncated font");
  const length = file.readUInt32BE(8);
  if (length < file.length) throw refuseFile("has extra data after the end of the font");
  if (length > file.length) throw refuseFile("is a truncated font");
  if (!FLAVORS.has(file.readUInt32BE(4))) throw refuseFile("must be one font, not a collection");

  const { end: start, unpackedBytes } = readDirectory(file, file.readUInt16BE(12));
  const end = start + file.readUInt32BE(20);
  if (unpackedBytes > MAX_UNPACKED) throw refuseFile("is too large when decompressed");
  requireEnd(file, end);
  const tables = await unpack(file.subarray(start, end), { maxOutputLength: MAX_UNPACKED }).catch(
    () => undefined,
  );
  if (tables?.length !== unpackedBytes) throw refuseFile("is a damaged font");
  return { type: "woff2", bytes: file };
}

/** Behind the tables there may be a description in XML, and nothing else. */
function requireEnd(file: Buffer, endOfTables: number): void {
  const metaOffset = file.readUInt32BE(28);
  const metaLength = file.readUInt32BE(32);
  const privateLength = file.readUInt32BE(44);
  if (privateLength !== 0) throw refuseFile("has private data; export the font without it");
  const hasGap = metaLength !== 0 && metaOffset !== aligned(endOfTables);
  const end = metaLength === 0 ? endOfTables : metaOffset + metaLength;
  if (hasGap || aligned(end) !== aligned(file.length)) {
    throw refuseFile("has more or less data than its header says");
  }
}

type Directory = { end: number; unpackedBytes: number };

/** W3C WOFF2, section 4.1: for each table its tag, its size, and its size in the file if that differs. */
function readDirectory(file: Buffer, count: number): Directory {
  let at = HEADER;
  let unpackedBytes = 0;
  const number = (): number => {
    for (let value = 0, bytes = 1; ; bytes++) {
      const byte = file[at++];
      if (byte === undefined || bytes > 5) throw refuseFile("is a damaged font");
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) return value;
    }
  };
  for (let table = 0; table < count; table++) {
    const flags = file[at++];
    if (flags === undefined) throw refuseFile("is a truncated font");
    const tag = flags & 0x3f;
    const version = flags >> 6;
    if (tag === NO_KNOWN_TAG) at += 4;
    const size = number();
    const isTransformed = OUTLINES.has(tag) ? version !== 3 : version !== 0;
    unpackedBytes += isTransformed ? number() : size;
  }
  if (count === 0) throw refuseFile("is a font without tables");
  return { end: at, unpackedBytes };
}

function aligned(offset: number): number {
  return Math.ceil(offset / 4) * 4;
}

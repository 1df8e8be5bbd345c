import { crc32 } from "node:zlib";
import { refuseFile, requireDimensions } from "./refuse-file.ts";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The chunks of the image and its colours. Others (texts, EXIF, times, unknown chunks) are left out. */
const KEPT = new Set("IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP sBIT pHYs".split(" "));
const ANIMATION = new Set(["acTL", "fcTL", "fdAT"]);

type Chunk = { type: string; data: Buffer; whole: Buffer };

export function isPng(file: Buffer): boolean {
  return file.subarray(0, SIGNATURE.length).equals(SIGNATURE);
}

export function readPng(file: Buffer): Buffer {
  const chunks = readChunks(file);
  const types = chunks.map(({ type }) => type);
  const header = chunks[0];
  if (header?.type !== "IHDR" || header.data.length !== 13) throw refuseFile("is a PNG without a header");
  requireDimensions(header.data.readUInt32BE(0), header.data.readUInt32BE(4));
  if (types.some((type) => ANIMATION.has(type))) throw refuseFile("is an animated image");
  // An upper-case first letter marks a critical chunk, which a decoder must understand.
  const strange = types.find((type) => /^[A-Z]/.test(type) && !KEPT.has(type));
  if (strange !== undefined || types.lastIndexOf("IHDR") > 0)
    throw refuseFile("is not a PNG that browsers can show");
  if (!types.includes("IDAT")) throw refuseFile("is a PNG without an image");
  const kept = chunks.filter(({ type }) => KEPT.has(type));
  return Buffer.concat([SIGNATURE, ...kept.map(({ whole }) => whole)]);
}

/** Length, type, data, checksum; the last one is IEND, and nothing follows. */
function readChunks(file: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE.length; ; ) {
    if (at + 12 > file.length) throw refuseFile("is a truncated PNG");
    const end = at + 12 + file.readUInt32BE(at);
    if (end > file.length) throw refuseFile("is a truncated PNG");
    const whole = file.subarray(at, end);
    const type = whole.toString("latin1", 4, 8);
    if (
      !/^[A-Za-z]{4}$/.test(type) ||
      crc32(whole.subarray(4, -4)) !== whole.readUInt32BE(whole.length - 4)
    ) {
      throw refuseFile("is a damaged PNG");
    }
    chunks.push({ type, data: whole.subarray(8, -4), whole });
    at = end;
    if (type !== "IEND") continue;
    if (whole.length !== 12) throw refuseFile("is a damaged PNG");
    if (at !== file.length) throw refuseFile("has extra data after the end of the image");
    return chunks;
  }
}

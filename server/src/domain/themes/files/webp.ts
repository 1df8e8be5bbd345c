import { refuseFile, requireDimensions } from "./refuse-file.ts";

/** The chunks of the image and its colours. EXIF, XMP and unknown chunks are left out. */
const KEPT = new Set(["VP8X", "ICCP", "ALPH", "VP8 ", "VP8L"]);

const ANIMATION_FLAG = 0x02;
const METADATA_FLAGS = 0x04 | 0x08;

type Chunk = { type: string; data: Buffer };

export function isWebp(file: Buffer): boolean {
  return file.toString("latin1", 0, 4) === "RIFF" && file.toString("latin1", 8, 12) === "WEBP";
}

export function readWebp(file: Buffer): Buffer {
  const chunks = readChunks(file);
  const extended = chunks[0]?.type === "VP8X" ? chunks[0].data : undefined;
  const isAnimated = chunks.some(({ type }) => type === "ANIM" || type === "ANMF");
  if (isAnimated || (extended?.[0] ?? 0) & ANIMATION_FLAG) throw refuseFile("is an animated image");
  const images = chunks.filter(({ type }) => type === "VP8 " || type === "VP8L");
  const [image] = images;
  if (!image || images.length > 1) throw refuseFile("is a WebP file without exactly one image");
  const [width, height] = image.type === "VP8L" ? losslessSize(image.data) : lossySize(image.data);
  requireDimensions(width, height);
  if (extended) requireCanvas(extended, width, height);
  else if (chunks[0] !== image) throw refuseFile("is a damaged WebP image");
  return written(chunks.filter(({ type }) => KEPT.has(type)));
}

/** Type, length, data, and a zero after an odd length. */
function readChunks(file: Buffer): Chunk[] {
  const declared = file.readUInt32LE(4) + 8;
  if (declared < file.length) throw refuseFile("has extra data after the end of the image");
  if (declared > file.length) throw refuseFile("is a truncated WebP image");
  const chunks: Chunk[] = [];
  for (let at = 12; at < file.length; ) {
    const length = at + 8 <= file.length ? file.readUInt32LE(at + 4) : file.length;
    const end = at + 8 + length;
    const next = end + (length % 2);
    if (next > file.length) throw refuseFile("is a damaged WebP image");
    chunks.push({ type: file.toString("latin1", at, at + 4), data: file.subarray(at + 8, end) });
    at = next;
  }
  return chunks;
}

/** RFC 6386, section 9.1: a key frame starts with three bytes of facts and three fixed ones. */
function lossySize(data: Buffer): readonly [number, number] {
  const isKeyFrame = data.length >= 10 && ((data[0] ?? 1) & 1) === 0;
  if (!isKeyFrame || data.readUIntBE(3, 3) !== 0x9d012a) throw refuseFile("is a damaged WebP image");
  return [data.readUInt16LE(6) & 0x3fff, data.readUInt16LE(8) & 0x3fff];
}

/** RFC 9649, section 3.4: 14 bits each, less one. */
function losslessSize(data: Buffer): readonly [number, number] {
  if (data.length < 5 || data[0] !== 0x2f) throw refuseFile("is a damaged WebP image");
  const bits = data.readUInt32LE(1);
  return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
}

function requireCanvas(extended: Buffer, width: number, height: number): void {
  const isSame =
    extended.length === 10 &&
    extended.readUIntLE(4, 3) + 1 === width &&
    extended.readUIntLE(7, 3) + 1 === height;
  if (!isSame) throw refuseFile("is a damaged WebP image");
}

function written(chunks: readonly Chunk[]): Buffer {
  const parts = chunks.flatMap(({ type, data }) => {
    const head = Buffer.alloc(8);
    head.write(type, "latin1");
    head.writeUInt32LE(data.length, 4);
    return [head, type === "VP8X" ? withoutMetadataFlags(data) : data, Buffer.alloc(data.length % 2)];
  });
  const body = Buffer.concat(parts);
  const head = Buffer.from("RIFF\0\0\0\0WEBP", "latin1");
  head.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([head, body]);
}

function withoutMetadataFlags(extended: Buffer): Buffer {
  const copy = Buffer.from(extended);
  copy[0] = (copy[0] ?? 0) & ~METADATA_FLAGS;
  return copy;
}

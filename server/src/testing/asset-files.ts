import { brotliCompressSync, crc32, deflateSync } from "node:zlib";

/** Small files of every kind that a theme may show, and of kinds that it may not. */

export function pngChunk(type: string, data: Uint8Array = new Uint8Array()): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))]);
}

export function png({ width = 1, height = 1, more = [] as Buffer[] } = {}): Buffer {
  const header = Buffer.concat([uint32(width), uint32(height), Buffer.from([8, 6, 0, 0, 0])]);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngChunk("IHDR", header),
    ...more,
    pngChunk("IDAT", deflateSync(Buffer.alloc(5))),
    pngChunk("IEND"),
  ]);
}

export function jpegSegment(marker: number, data: string | Uint8Array): Buffer {
  const bytes = Buffer.from(data as string, "latin1");
  return Buffer.concat([Buffer.from([0xff, marker]), uint16(bytes.length + 2), bytes]);
}

export function jpeg({ width = 1, height = 1, more = [] as Buffer[] } = {}): Buffer {
  const frame = Buffer.concat([
    Buffer.from([8]),
    uint16(height),
    uint16(width),
    Buffer.from([1, 1, 0x11, 0]),
  ]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    jpegSegment(0xe0, "JFIF\0\x01\x01\0\0\x01\0\x01\0\0"),
    ...more,
    jpegSegment(0xdb, Buffer.alloc(65, 1)),
    jpegSegment(0xc0, frame),
    jpegSegment(0xc4, Buffer.alloc(17)),
    jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]),
    Buffer.from([0xff, 0xd9]),
  ]);
}

export function webpChunk(type: string, data: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from(type, "latin1"), length, data, Buffer.alloc(data.length % 2)]);
}

export function webpOf(...chunks: Buffer[]): Buffer {
  return webpChunk("RIFF", Buffer.concat([Buffer.from("WEBP"), ...chunks]));
}

/** Lossless. */
export function webp({ width = 1, height = 1 } = {}): Buffer {
  return webpOf(webpChunk("VP8L", losslessImage(width, height)));
}

export function losslessImage(width = 1, height = 1): Buffer {
  const data = Buffer.alloc(12);
  data[0] = 0x2f;
  data.writeUInt32LE((((height - 1) << 14) | (width - 1)) >>> 0, 1);
  return data;
}

export function lossyImage(width = 1, height = 1): Buffer {
  const data = Buffer.from([0x10, 0, 0, 0x9d, 0x01, 0x2a, 0, 0, 0, 0, 1]);
  data.writeUInt16LE(width, 6);
  data.writeUInt16LE(height, 8);
  return data;
}

/** The chunk of a WebP image that has more than the image; the flags tell what. */
export function webpCanvas(flags: number, width = 1, height = 1): Buffer {
  const data = Buffer.alloc(10);
  data[0] = flags;
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  return webpChunk("VP8X", data);
}

export type FontOptions = { unpacked?: number; claimed?: number; flavor?: number; privateLength?: number };

/** Two tables, `cmap` and one without a known tag. */
export function woff2({
  unpacked = 20,
  claimed = unpacked,
  flavor = 0x00010000,
  privateLength = 0,
}: FontOptions = {}): Buffer {
  const tables = brotliCompressSync(Buffer.alloc(unpacked + 4, 1));
  const directory = Buffer.concat([
    Buffer.from([0x00]),
    base128(claimed),
    Buffer.from([0x3f]),
    Buffer.from("TEST"),
    base128(4),
  ]);
  const header = Buffer.alloc(48);
  const length = Math.ceil((48 + directory.length + tables.length) / 4) * 4;
  header.write("wOF2", "latin1");
  header.writeUInt32BE(flavor, 4);
  header.writeUInt32BE(length, 8);
  header.writeUInt16BE(2, 12);
  header.writeUInt32BE(tables.length, 20);
  header.writeUInt32BE(privateLength, 44);
  const whole = Buffer.alloc(length);
  Buffer.concat([header, directory, tables]).copy(whole);
  return whole;
}

function base128(value: number): Buffer {
  const bytes = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return Buffer.from(bytes);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

/** A drawing as the server writes it. */
export function svg(content = '<path d="M0 0h8v8z" fill="#123456"></path>'): Buffer {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${content}</svg>`);
}

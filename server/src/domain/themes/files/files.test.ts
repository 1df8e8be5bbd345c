import { describe, expect, test } from "vitest";
import {
  jpeg,
  jpegSegment,
  losslessImage,
  lossyImage,
  png,
  pngChunk,
  webp,
  webpCanvas,
  webpChunk,
  webpOf,
  woff2,
} from "../../../testing/asset-files.ts";
import { readFont } from "./read-font.ts";
import { readImage } from "./read-image.ts";

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>`;
const HTML = "<!doctype html><script>alert(1)</script>";
const bytes = (text: string): Buffer => Buffer.from(text, "latin1");
const joined = (...parts: Array<Buffer | string>): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? bytes(part) : part)));
const cut = (file: Buffer, by: number): Buffer => file.subarray(0, file.length - by);
const changed = (file: Buffer, at: number): Buffer => {
  const copy = Buffer.from(file);
  copy[at] = (copy[at] ?? 0) ^ 0xff;
  return copy;
};

test.each([
  ["png", png()],
  ["png", png({ width: 4096, height: 4096 })],
  ["jpg", jpeg()],
  ["jpg", jpeg({ width: 4096, height: 4096 })],
  ["webp", webp()],
  ["webp", webp({ width: 4096, height: 4096 })],
  ["webp", webpOf(webpChunk("VP8 ", lossyImage(2, 3)))],
  ["webp", webpOf(webpCanvas(0x10), webpChunk("ALPH", Buffer.alloc(3)), webpChunk("VP8 ", lossyImage()))],
] as const)("a whole %s is taken as it is", (type, file) => {
  const read = readImage(file);
  expect(read.type).toBe(type);
  expect(Buffer.from(read.bytes).equals(file)).toBe(true);
});

test.each([
  ["an empty file", Buffer.alloc(0), "must be a PNG"],
  ["an SVG with a script", bytes(SVG), "onload in <svg>"],
  ["the same with an XML declaration", bytes(`<?xml version="1.0"?>${SVG}`), "onload in <svg>"],
  ["HTML", bytes(HTML), "must be a PNG"],
  ["a GIF", bytes("GIF89a\x01\0\x01\0\0\0\0;"), "must be a PNG"],
  ["a BMP", bytes("BM\0\0\0\0"), "must be a PNG"],
  ["a PDF", bytes("%PDF-1.7"), "must be a PNG"],
  ["an ICO", bytes("\0\0\x01\0"), "must be a PNG"],
  ["an AVIF", bytes("\0\0\0\x1cftypavif"), "must be a PNG"],
  ["a font", woff2(), "must be a PNG"],
  ["a WAV in the same container", joined("RIFF\x04\0\0\0WAVE"), "must be a PNG"],

  ["HTML behind the signature of PNG", joined("\x89PNG\r\n\x1a\n", HTML), "PNG"],
  ["a PNG with HTML behind it", joined(png(), HTML), "extra data after"],
  ["a PNG with one zero behind it", joined(png(), "\0"), "extra data after"],
  ["a PNG without its last chunk", cut(png(), 12), "truncated"],
  ["a PNG without its last byte", cut(png(), 1), "truncated"],
  ["only the signature of PNG", png().subarray(0, 8), "truncated"],
  ["a PNG with a wrong checksum", changed(png(), 20), "damaged"],
  [
    "a PNG whose chunk claims 4 GiB",
    joined(png().subarray(0, 8), "\xff\xff\xff\xff", png().subarray(12)),
    "truncated",
  ],
  ["a PNG 30,000 pixels wide", png({ width: 30_000 }), "30000 x 1 pixels"],
  ["a PNG 30,000 pixels high", png({ height: 30_000 }), "1 x 30000 pixels"],
  ["a PNG 4,294,967,295 pixels wide", png({ width: 0xffffffff }), "pixels"],
  ["a PNG without width", png({ width: 0 }), "without width"],
  ["an animated PNG", png({ more: [pngChunk("acTL", Buffer.alloc(8))] }), "animated"],
  ["a PNG with two headers", png({ more: [pngChunk("IHDR", Buffer.alloc(13))] }), "browsers"],
  ["a PNG with an unknown critical chunk", png({ more: [pngChunk("EVIL")] }), "browsers"],
  ["a PNG without an image", joined(png().subarray(0, 33), pngChunk("IEND")), "without an image"],

  ["a JPEG with HTML behind it", joined(jpeg(), HTML), "extra data after"],
  ["a JPEG with a second one behind it", joined(jpeg(), jpeg()), "extra data after"],
  ["a JPEG without its end", cut(jpeg(), 2), "truncated"],
  ["a JPEG cut in its header", jpeg().subarray(0, 30), "truncated"],
  ["a JPEG 30,000 pixels wide", jpeg({ width: 30_000 }), "30000 x 1 pixels"],
  ["a JPEG 30,000 pixels high", jpeg({ height: 30_000 }), "1 x 30000 pixels"],
  ["a JPEG without height", jpeg({ height: 0 }), "without width"],
  [
    "a JPEG with two frames",
    jpeg({ more: [jpegSegment(0xc0, "\x08\0\x01\0\x01\x01\x01\x11\0")] }),
    "damaged",
  ],
  ["a lossless JPEG", jpeg({ more: [jpegSegment(0xc3, "\x08\0\x01\0\x01\x01\x01\x11\0")] }), "browsers"],
  ["a JPEG without an image", joined("\xff\xd8\xff\xd9"), "without an image"],
  ["HTML behind the first bytes of JPEG", joined("\xff\xd8\xff\xe0", HTML), "truncated"],

  ["a WebP image with HTML behind it", joined(webp(), HTML), "extra data after"],
  ["a WebP image without its last byte", cut(webp(), 1), "truncated"],
  ["a WebP image 16,384 pixels wide", webp({ width: 16_384 }), "16384 x 1 pixels"],
  [
    "a lossy WebP image 16,383 pixels high",
    webpOf(webpChunk("VP8 ", lossyImage(1, 16_383))),
    "1 x 16383 pixels",
  ],
  ["an animated WebP image", webpOf(webpCanvas(0x02), webpChunk("VP8L", losslessImage())), "animated"],
  ["a WebP image with frames", webpOf(webpCanvas(0), webpChunk("ANMF", losslessImage())), "animated"],
  [
    "a WebP image larger than it says",
    webpOf(webpCanvas(0, 1, 1), webpChunk("VP8L", losslessImage(9, 9))),
    "damaged",
  ],
  ["a WebP file without an image", webpOf(webpCanvas(0)), "exactly one image"],
  [
    "a WebP file with two images",
    webpOf(webpChunk("VP8L", losslessImage()), webpChunk("VP8L", losslessImage())),
    "exactly one image",
  ],
  ["a WebP image of something else", webpOf(webpChunk("VP8L", bytes(HTML))), "damaged"],
  ["a lossy WebP image of something else", webpOf(webpChunk("VP8 ", bytes(HTML))), "damaged"],
  [
    "a WebP image behind something else",
    webpOf(webpChunk("EVIL", bytes(HTML)), webpChunk("VP8L", losslessImage())),
    "damaged",
  ],
])("%s is refused as a logo", (_, file, problem) => {
  expect(() => readImage(file)).toThrow(
    expect.objectContaining({
      reason: "INVALID_REQUEST",
      metadata: { field: "data", problem: expect.stringContaining(problem) },
    }),
  );
});

describe("what a browser does not need is left out", () => {
  const SECRET = "GPS 52.5200 N 13.4050 E <script>";

  test.each([
    [
      "PNG texts, EXIF and unknown chunks",
      png({ more: ["tEXt", "iTXt", "eXIf", "tIME", "maKe"].map((type) => pngChunk(type, bytes(SECRET))) }),
      png(),
    ],
    [
      "JPEG EXIF, XMP, comments and data of applications",
      jpeg({
        more: [
          jpegSegment(0xe1, `Exif\0\0${SECRET}`),
          jpegSegment(0xe1, `http://ns.adobe.com/xap/1.0/\0${SECRET}`),
          jpegSegment(0xfe, SECRET),
          jpegSegment(0xed, SECRET),
          jpegSegment(0xe2, `MPF\0${SECRET}`),
          jpegSegment(0xe0, `JFXX\0${SECRET}`),
        ],
      }),
      jpeg(),
    ],
    [
      "WebP EXIF, XMP and unknown chunks",
      webpOf(
        webpCanvas(0x0c),
        webpChunk("VP8L", losslessImage()),
        webpChunk("EXIF", bytes(SECRET)),
        webpChunk("XMP ", bytes(SECRET)),
        webpChunk("EVIL", bytes(SECRET)),
      ),
      webpOf(webpCanvas(0), webpChunk("VP8L", losslessImage())),
    ],
  ])("%s", (_, file, clean) => {
    const read = Buffer.from(readImage(file).bytes);
    expect(read.includes("GPS")).toBe(false);
    expect(read.equals(clean)).toBe(true);
  });

  test("colour profiles stay", () => {
    const profile = "ICC_PROFILE\0\x01\x01profile";
    expect(Buffer.from(readImage(jpeg({ more: [jpegSegment(0xe2, profile)] })).bytes).includes(profile)).toBe(
      true,
    );
    expect(
      Buffer.from(readImage(png({ more: [pngChunk("iCCP", bytes("p\0\0"))] })).bytes).includes("iCCP"),
    ).toBe(true);
  });
});

test.each([
  ["a font", woff2()],
  ["a font in OpenType's flavour", woff2({ flavor: 0x4f54544f })],
  ["a large font", woff2({ unpacked: 300_000 })],
])("%s is taken as it is", async (_, file) => {
  const read = await readFont(file);
  expect(read.type).toBe("woff2");
  expect(Buffer.from(read.bytes).equals(file)).toBe(true);
});

test.each([
  ["an empty file", Buffer.alloc(0), "must be a WOFF2"],
  ["HTML", bytes(HTML), "must be a WOFF2"],
  ["an image", png(), "must be a WOFF2"],
  ["a WOFF font of the first kind", bytes("wOFF\0\x01\0\0"), "must be a WOFF2"],
  ["a TrueType font", bytes("\0\x01\0\0\0\x0c"), "must be a WOFF2"],
  ["only the signature", bytes("wOF2"), "truncated"],
  ["a font cut short", cut(woff2(), 4), "truncated"],
  ["a font with HTML behind it", joined(woff2(), HTML), "extra data after"],
  ["a font with private data", woff2({ privateLength: 8 }), "private data"],
  ["a collection", woff2({ flavor: 0x74746366 }), "collection"],
  ["a font that is not what its directory says", woff2({ claimed: 21 }), "damaged"],
  ["a font that unpacks to 17 MiB", woff2({ unpacked: 17 << 20 }), "too large"],
  [
    "a font that unpacks to 17 MiB and does not say so",
    woff2({ unpacked: 17 << 20, claimed: 20 }),
    "damaged",
  ],
])("%s is refused as a font", async (_, file, problem) => {
  await expect(readFont(file)).rejects.toMatchObject({
    reason: "INVALID_REQUEST",
    metadata: { field: "data", problem: expect.stringContaining(problem) },
  });
});

test("no cut of any file is taken, and none breaks the reader", async () => {
  for (const file of [png(), jpeg(), webp(), webpOf(webpCanvas(0), webpChunk("VP8 ", lossyImage()))]) {
    for (let length = 0; length < file.length; length++) {
      expect(() => readImage(file.subarray(0, length))).toThrow(
        expect.objectContaining({ reason: "INVALID_REQUEST" }),
      );
    }
  }
  const font = woff2();
  for (let length = 0; length < font.length; length++) {
    await expect(readFont(font.subarray(0, length))).rejects.toMatchObject({ reason: "INVALID_REQUEST" });
  }
});

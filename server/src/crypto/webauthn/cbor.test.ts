import fc from "fast-check";
import { expect, test } from "vitest";
import { doubtOf } from "../../testing/passkey-ceremonies.ts";
import { type WritableCbor, writeCbor } from "../../testing/write-cbor.ts";
import { readCbor, readCborAt } from "./cbor.ts";

const read = (hex: string) => readCbor(Buffer.from(hex, "hex"));

test.each<[string, unknown]>([
  ["00", 0],
  ["17", 23],
  ["1818", 24],
  ["18ff", 255],
  ["190100", 256],
  ["19ffff", 65_535],
  ["1a00010000", 65_536],
  ["1affffffff", 4_294_967_295],
  ["20", -1],
  ["390100", -257],
  ["3affffffff", -4_294_967_296],
  ["f4", false],
  ["f5", true],
  ["40", Buffer.alloc(0)],
  ["4401020304", Buffer.from([1, 2, 3, 4])],
  ["60", ""],
  ["62c3bc", "ü"],
  ["80", []],
  ["83010203", [1, 2, 3]],
  ["a0", new Map()],
  [
    "a201020326",
    new Map([
      [1, 2],
      [3, -7],
    ]),
  ],
])("reads %s", (hex, value) => {
  expect(read(hex)).toEqual(value);
});

const short = "CBOR is cut short";
const long = "CBOR has a number that is not in its shortest form";
const indefinite = "CBOR has an indefinite length or a number of eight bytes";
const simple = "CBOR has a simple value other than true and false";

test.each([
  ["nothing", "", short],
  ["a number without its byte", "18", short],
  ["a number without its second byte", "1901", short],
  ["bytes without the bytes", "44010203", short],
  ["bytes of four gigabytes", "5affffffff00", short],
  ["a text without its end", "6361", short],
  ["an array without its items", "8201", short],
  ["a map without a value", "a101", short],
  ["23 in two bytes", "1817", long],
  ["255 in three bytes", "1900ff", long],
  ["65535 in five bytes", "1a0000ffff", long],
  ["-1 in two bytes", "3800", long],
  ["a length of one in two bytes", "580100", long],
  ["a length of one in three bytes", "59000100", long],
  ["a count of zero in two bytes", "9800", long],
  ["a number of eight bytes", "1b0000000100000000", indefinite],
  ["a length of eight bytes", "5b0000000000000001ff", indefinite],
  ["indefinite bytes", "5f4101ff", indefinite],
  ["an indefinite text", "7f6161ff", indefinite],
  ["an indefinite array", "9f01ff", indefinite],
  ["an indefinite map", "bf0102ff", indefinite],
  ["reserved lengths", "1c", indefinite],
  ["the end of something indefinite", "ff", simple],
  ["null", "f6", simple],
  ["undefined", "f7", simple],
  ["true in two bytes", "f815", simple],
  ["half a float", "f93c00", simple],
  ["a float", "fa3f800000", simple],
  ["a double", "fb3ff0000000000000", simple],
  ["a tag", "c000", "CBOR has a tag"],
  ["a key twice", "a201020103", "CBOR has a key twice"],
  ["a text as key twice", "a2616101616102", "CBOR has a key twice"],
  ["bytes as a key", "a1410102", "CBOR has a key that is neither a number nor a text"],
  ["a map as a key", "a1a002", "CBOR has a key that is neither a number nor a text"],
  ["a text that is not UTF-8", "62c328", "CBOR has a text that is not UTF-8"],
  ["bytes after it", "0000", "bytes after the CBOR"],
  ["an array of four billion", "9affffffff00", "CBOR has too many entries"],
  ["a map of four billion", "baffffffff00", "CBOR has too many entries"],
  ["65 entries", `9841${"00".repeat(65)}`, "CBOR has too many entries"],
  ["7 arrays in each other", `${"81".repeat(7)}00`, "CBOR is nested too deeply"],
  ["100,000 arrays in each other", "81".repeat(100_000), "CBOR is nested too deeply"],
  ["100,000 maps in each other", "a100".repeat(100_000), "CBOR is nested too deeply"],
])("refuses %s", (_, hex, doubt) => {
  expect(doubtOf(() => read(hex))).toBe(doubt);
});

const anyCbor = fc.letrec<{ value: WritableCbor }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.integer({ min: -(2 ** 32), max: 2 ** 32 - 1 }),
    fc.string({ unit: "grapheme" }),
    fc.boolean(),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    fc.array(tie("value"), { maxLength: 4 }),
    fc
      .uniqueArray(fc.tuple(fc.oneof(fc.integer({ min: -300, max: 300 }), fc.string()), tie("value")), {
        maxLength: 4,
        selector: ([key]) => key,
      })
      .map((entries) => new Map(entries)),
  ),
})).value;

test("reads back whatever was written, and knows where it ends", () => {
  fc.assert(
    fc.property(anyCbor, fc.uint8Array({ maxLength: 8 }), (value, rest) => {
      const bytes = writeCbor(value);
      expect(readCbor(bytes)).toEqual(value);
      expect(readCborAt(Buffer.concat([bytes, rest]), 0).end).toBe(bytes.length);
    }),
  );
});

test("what it accepts has only one spelling", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (random) => {
      const bytes = Buffer.from(random);
      const doubt = doubtOf(() => readCbor(bytes));
      if (doubt === undefined) expect(writeCbor(readCbor(bytes) as WritableCbor)).toEqual(bytes);
    }),
    { numRuns: 20_000 },
  );
});

test("random bytes give a value or a doubt, and soon", () => {
  const anyByte = fc.oneof(
    fc.integer({ min: 0, max: 255 }),
    fc.constantFrom(0x81, 0xa1, 0x98, 0xb8, 0x9f, 0x5a, 0x41),
  );
  fc.assert(
    fc.property(fc.array(anyByte, { maxLength: 12_000, size: "max" }), (bytes) => {
      doubtOf(() => readCbor(Buffer.from(bytes)));
    }),
    { numRuns: 300, interruptAfterTimeLimit: 20_000, markInterruptAsFailure: true },
  );
});

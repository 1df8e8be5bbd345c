import { expect, test } from "vitest";
import { bodyOf, childrenOf, DerError, derTags, numberOf, oidOf, readDer } from "./der.ts";

const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(" ", ""), "hex");

test("reads values one after another, and those inside a sequence", () => {
  const [sequence, octets, ...rest] = readDer(bytes("30 06 02 01 05 02 01 07  04 02 ab cd"));
  expect(rest).toEqual([]);
  expect(childrenOf(sequence).map(numberOf)).toEqual([5, 7]);
  expect(bodyOf(octets, derTags.octets)).toEqual(bytes("ab cd"));
});

test.each([0x7f, 0x80, 0xff, 0x100, 0x1_0000])("reads a value of %i bytes", (length) => {
  const size = length < 0x80 ? [length] : [0x83, length >> 16, (length >> 8) & 0xff, length & 0xff];
  const [value] = readDer(Buffer.concat([Buffer.from([0x04, ...size]), Buffer.alloc(length, 1)]));
  expect(value?.body).toHaveLength(length);
});

test.each([
  ["06 09 2a 86 48 86 f7 0d 01 07 01", "1.2.840.113549.1.7.1"],
  ["06 03 55 1d 0f", "2.5.29.15"],
  ["06 03 88 37 03", "2.999.3"],
  ["06 01 27", "0.39"],
])("%s is the object identifier %s", (hex, oid) => {
  expect(oidOf(readDer(bytes(hex))[0])).toBe(oid);
});

test.each([
  ["a tag alone", "30"],
  ["a value that is cut short", "30 05 02 01"],
  ["a length that is cut short", "30 82 01"],
  ["an indefinite length", "30 80 02 01 05 00 00"],
  ["a length of five bytes", "30 85 00 00 00 00 01 05"],
])("refuses %s", (_, hex) => {
  expect(() => readDer(bytes(hex))).toThrow(DerError);
});

test("refuses a value of another type, and one that is not there", () => {
  const [text] = readDer(bytes("0c 01 61"));
  for (const read of [oidOf, numberOf, childrenOf]) {
    expect(() => read(text)).toThrow(DerError);
    expect(() => read(undefined)).toThrow(DerError);
  }
  expect(() => numberOf(readDer(bytes("02 00"))[0])).toThrow(DerError);
  expect(() => numberOf(readDer(bytes("02 05 01 02 03 04 05"))[0])).toThrow(DerError);
});

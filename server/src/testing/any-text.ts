import fc from "fast-check";

const isSurrogate = (point: number): boolean => point >= 0xd800 && point <= 0xdfff;

/** ASCII often, where most texts mean something; otherwise any character that UTF-8 has. */
const character = fc
  .oneof(fc.nat(0x7f), fc.nat(0x10ffff))
  .map((point) => String.fromCodePoint(isSurrogate(point) ? 0xfffd : point));

/** Any text. The library's own `unit: "binary"` first makes a table of all characters, which takes a second. */
export function anyText(maxLength = 10): fc.Arbitrary<string> {
  return fc.array(character, { maxLength }).map((characters) => characters.join(""));
}

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { apiKeyPatterns, isWellFormedKey, newApiKey } from "./api-keys.ts";

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

describe.each(["pk_", "sk_", "svc_pat_"] as const)("a %s key", (prefix) => {
  const key = newApiKey(prefix);

  test("has the documented shape and is accepted", () => {
    expect(key).toMatch(apiKeyPatterns[prefix]);
    expect(key).toHaveLength(prefix.length + (prefix === "svc_pat_" ? 49 : 46));
    for (let i = 0; i < 1000; i++) expect(isWellFormedKey(prefix, newApiKey(prefix))).toBe(true);
  });

  test("is refused after any edit of one character", () => {
    const characters = [...`${base62}-_. \n=é\0`];
    for (let at = 0; at <= key.length; at++) {
      const [before, here, after] = [key.slice(0, at), key.charAt(at), key.slice(at + 1)];
      for (const character of characters) {
        if (character !== here) expect(isWellFormedKey(prefix, before + character + after)).toBe(false);
        expect(isWellFormedKey(prefix, before + character + here + after)).toBe(false);
      }
      if (here) expect(isWellFormedKey(prefix, before + after)).toBe(false);
    }
  });

  test("is refused with two neighbours swapped", () => {
    for (let at = 0; at + 1 < key.length; at++) {
      const swapped = key.slice(0, at) + key.charAt(at + 1) + key.charAt(at) + key.slice(at + 2);
      expect(isWellFormedKey(prefix, swapped)).toBe(swapped === key);
    }
  });

  test("is refused under every other prefix", () => {
    for (const other of ["pk_", "sk_", "svc_pat_"] as const) {
      expect(isWellFormedKey(other, key)).toBe(other === prefix);
    }
  });

  test("is never mistaken for other text", () => {
    fc.assert(fc.property(fc.string(), (text) => !isWellFormedKey(prefix, text)));
    fc.assert(fc.property(fc.string(), (text) => !isWellFormedKey(prefix, prefix + text)));
  });
});

test("the checksum is CRC-32 in six base62 digits, zero-padded", () => {
  const digits = (crc: number) => {
    let text = "";
    for (let rest = crc; rest > 0; rest = Math.floor(rest / 62)) text = base62.charAt(rest % 62) + text;
    return text.padStart(6, "0");
  };
  expect(isWellFormedKey("pk_", `pk_${"0".repeat(40)}${digits(crcBitByBit("0".repeat(40)))}`)).toBe(true);
  expect(isWellFormedKey("sk_", `sk_${"A".repeat(40)}${digits(crcBitByBit("A".repeat(40)))}`)).toBe(true);
});

/** The polynomial written out, to check the library against the definition. */
function crcBitByBit(text: string): number {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

test("keys do not repeat and every character is equally likely", () => {
  const keys = Array.from({ length: 5000 }, () => newApiKey("svc_pat_"));
  expect(new Set(keys).size).toBe(keys.length);

  const counts = new Map<string, number>();
  for (const key of keys) {
    for (const character of key.slice(8, 51)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  expect(counts.size).toBe(62);

  // Chi-square with 61 degrees of freedom exceeds 150 about once in a billion runs.
  const expected = (keys.length * 43) / 62;
  const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  expect(chiSquare).toBeLessThan(150);
});

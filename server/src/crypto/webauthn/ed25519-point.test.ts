import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { isEd25519Point } from "./ed25519-point.ts";

test("every generated key is a point", () => {
  for (let i = 0; i < 50; i++) {
    const { x = "" } = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" });
    expect(isEd25519Point(Buffer.from(x, "base64url"))).toBe(true);
  }
});

/** The spellings of libsodium's list, which is the one that others copy. */
test.each([
  ["order 4, y = 0", "00".repeat(32)],
  ["order 4, y = 0, with the sign", `${"00".repeat(31)}80`],
  ["order 1", `01${"00".repeat(31)}`],
  ["order 8", "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"],
  ["order 8, with the sign", "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85"],
  ["order 8, the other", "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"],
  ["order 8, the other, with the sign", "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa"],
  ["order 2", `ec${"ff".repeat(30)}7f`],
  ["p for 0", `ed${"ff".repeat(30)}7f`],
  ["p + 1 for 1", `ee${"ff".repeat(30)}7f`],
  ["all ones", "ff".repeat(32)],
  ["y = 2, which is not on the curve", `02${"00".repeat(31)}`],
  ["31 bytes", "09".repeat(31)],
])("refuses %s, which OpenSSL may import", (_, hex) => {
  expect(isEd25519Point(Buffer.from(hex, "hex"))).toBe(false);
});

test("OpenSSL itself imports a key that is not a point", () => {
  const x = Buffer.from(`02${"00".repeat(31)}`, "hex").toString("base64url");
  expect(() => createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" })).not.toThrow();
});

test("half of all bytes are no point", () => {
  let points = 0;
  for (let i = 0; i < 256; i++)
    points += isEd25519Point(Buffer.alloc(32, 0).fill(i, 1, 2).fill(3, 0, 1)) ? 1 : 0;
  expect(points).toBeGreaterThan(90);
  expect(points).toBeLessThan(166);
});

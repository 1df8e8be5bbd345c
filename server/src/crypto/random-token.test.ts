import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../testing/any-text.ts";
import { hashToken, newToken } from "./random-token.ts";

test("a token is 32 bytes of base64url", () => {
  const token = newToken();
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(Buffer.from(token, "base64url")).toHaveLength(32);
});

test("tokens do not repeat and every bit is as often set as not", () => {
  const count = 20_000;
  const tokens = new Set<string>();
  const ones = new Array<number>(256).fill(0);
  for (let i = 0; i < count; i++) {
    const token = newToken();
    tokens.add(token);
    const bytes = Buffer.from(token, "base64url");
    for (let bit = 0; bit < 256; bit++) {
      ones[bit] = (ones[bit] ?? 0) + (((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1);
    }
  }
  expect(tokens.size).toBe(count);

  // Seven standard deviations: about one false alarm in a billion runs.
  const allowed = 7 * Math.sqrt(count / 4);
  for (const sum of ones) expect(Math.abs(sum - count / 2)).toBeLessThan(allowed);
});

test("a hash is SHA-256 of the exact text", () => {
  expect(hashToken("abc")).toBe(
    Buffer.from("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", "hex").toString(
      "base64url",
    ),
  );
  fc.assert(
    fc.property(anyText(), (text) => {
      expect(hashToken(text)).toBe(createHash("sha256").update(text, "utf8").digest("base64url"));
    }),
  );
});

test("a hash changes with case, whitespace and padding", () => {
  const token = newToken();
  const spellings = [token, `${token}=`, ` ${token}`, `${token}\n`, token.slice(0, -1), `${token}A`];
  expect(new Set(spellings.map(hashToken)).size).toBe(spellings.length);
  expect(hashToken("aA")).not.toBe(hashToken("aa"));
});

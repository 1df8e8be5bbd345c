import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { hashLocator, locatorOf, newLocator, newRefreshToken } from "./refresh-token.ts";

test('a token is (L xor the first 96 bits of SHA-256("svc locator" || S)) || S in base64url', () => {
  const locator = newLocator();
  const token = Buffer.from(newRefreshToken(locator), "base64url");
  const secret = token.subarray(12);
  const pad = createHash("sha256").update("svc locator").update(secret).digest();
  expect(token).toHaveLength(32);
  expect([...token.subarray(0, 12)].map((byte, index) => byte ^ (pad[index] ?? 0))).toEqual([...locator]);
});

test("every token of a session has the same locator, and no other session has it", () => {
  const locator = newLocator();
  const tokens = Array.from({ length: 100 }, () => newRefreshToken(locator));
  expect(new Set(tokens).size).toBe(100);
  expect(new Set(tokens.map((token) => hashLocator(locatorOf(token) ?? newLocator())))).toEqual(
    new Set([hashLocator(locator)]),
  );
  expect(hashLocator(newLocator())).not.toBe(hashLocator(locator));
});

test("tokens of a session agree in no position more often than random ones", () => {
  const locator = newLocator();
  const [first = "", ...others] = Array.from({ length: 2_000 }, () => newRefreshToken(locator));
  for (let position = 0; position < 42; position++) {
    const same = others.filter((token) => token[position] === first[position]).length;
    // 2,000 / 64 are about 31; ten standard deviations are 55.
    expect(same, `position ${position}`).toBeLessThan(90);
  }
});

test("a changed secret gives another locator", () => {
  const locator = newLocator();
  const bytes = Buffer.from(newRefreshToken(locator), "base64url");
  bytes[31] = (bytes[31] ?? 0) ^ 1;
  expect(hashLocator(locatorOf(bytes.toString("base64url")) ?? locator)).not.toBe(hashLocator(locator));
});

test.each([
  ["nothing", ""],
  ["42 characters", "A".repeat(42)],
  ["44 characters", "A".repeat(44)],
  ["padding", `${"A".repeat(43)}=`],
  ["a space", ` ${"A".repeat(42)}`],
  ["characters of plain base64", `${"A".repeat(42)}+`],
  ["trailing bits", `${"A".repeat(42)}B`],
])("a text with %s is not considered", (_, text) => {
  expect(locatorOf(text)).toBeUndefined();
});

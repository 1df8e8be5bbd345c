import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeBase64url } from "./base64url.ts";

test("decodes what Node encodes", () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(decodeBase64url(Buffer.from(bytes).toString("base64url"))).toEqual(Buffer.from(bytes));
    }),
  );
});

test("accepts at most one spelling of the same bytes", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const bytes = decodeBase64url(text);
      expect(bytes === undefined || bytes.toString("base64url") === text).toBe(true);
    }),
  );
});

test.each(["QQ==", "QQ=", "QR", " QQ", "QQ\n", "Q Q", "+/8", "Q", "Q.Q", "QQé"])("refuses %j", (text) => {
  expect(decodeBase64url(text)).toBeUndefined();
});

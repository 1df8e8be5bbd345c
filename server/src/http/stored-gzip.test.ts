import { hash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { storedGzip } from "./stored-gzip.ts";

test.each([0, 1, 65_534, 65_535, 65_536, 200_000])("%i bytes are read back by zlib", (length) => {
  const content = Buffer.from(Array.from({ length }, (_, at) => (at * 31 + (at >> 8)) & 255));
  expect(gunzipSync(storedGzip(content)).equals(content)).toBe(true);
});

test("the bytes never change, because lockfiles contain their hash", () => {
  const bytes = storedGzip(Buffer.from("The same bytes everywhere.\n"));
  expect(hash("sha256", bytes)).toBe("99a07a1c84c8606acccf28f017db4812db51bee7440edd53a2b892ba300d2195");
});

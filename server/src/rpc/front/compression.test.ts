import { randomBytes } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { compress, decompress } from "./compression.ts";

const MAX = 1_000_000;

describe.each([
  ["small", Buffer.alloc(2_000, "a")],
  ["small only when packed", Buffer.alloc(500_000, "a")],
  ["large", randomBytes(500_000)],
  ["as large as allowed", Buffer.alloc(MAX, "a")],
  ["empty", Buffer.alloc(0)],
])("a message that is %s", (_, plain) => {
  test("is unpacked", async () => {
    expect(plain.equals(await decompress(gzipSync(plain), MAX))).toBe(true);
  });

  test("is packed", async () => {
    expect(plain.equals(gunzipSync(await compress(plain)))).toBe(true);
  });
});

describe("what is packed", () => {
  test.each([
    ["a little", Buffer.alloc(101, "a"), 100],
    ["a thousand times", Buffer.alloc(MAX + 1, "a"), MAX],
    ["hardly", randomBytes(MAX + 1), MAX],
  ])("%s is not unpacked to more than is allowed", async (_, plain, max) => {
    await expect(decompress(gzipSync(plain), max)).rejects.toMatchObject({ reason: "REQUEST_TOO_LARGE" });
  });

  test.each([
    ["nothing", Buffer.alloc(0)],
    ["something else", Buffer.from("not gzip at all")],
    ["broken off", gzipSync(Buffer.alloc(2_000, "a")).subarray(0, -9)],
    ["much of something else", randomBytes(100_000)],
  ])("as %s is refused", async (_, packed) => {
    await expect(decompress(packed, MAX)).rejects.toMatchObject({ reason: "INVALID_REQUEST" });
  });
});

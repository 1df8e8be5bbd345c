import { createHash, randomBytes } from "node:crypto";
import { create, toBinary } from "@bufbuild/protobuf";
import { ErrorInfoSchema } from "@svc/proto/google/rpc/error_details_pb";
import { expect, test } from "vitest";
import { fromBase64 } from "./base64.ts";
import { toBase64Url } from "./base64url.ts";
import { errorInfoOf } from "./error-info.ts";
import { toHex } from "./hex.ts";
import { sha256 } from "./sha256.ts";

test("sha256 of texts of every length up to three blocks is what Node says", () => {
  for (let length = 0; length < 200; length++) {
    const text = randomBytes(length)
      .toString("latin1")
      .replace(/[^\0-\x7f]/g, "~");
    expect(toHex(sha256(text)), `length ${length}`).toBe(
      createHash("sha256").update(text, "latin1").digest("hex"),
    );
  }
});

test("base64 and hexadecimal of any bytes are what Node says", () => {
  for (let length = 0; length < 70; length++) {
    const bytes = randomBytes(length);
    expect(toBase64Url(bytes)).toBe(bytes.toString("base64url"));
    expect(toHex(bytes)).toBe(bytes.toString("hex"));
    expect(fromBase64(bytes.toString("base64").replace(/=+$/, ""))).toEqual([...bytes]);
  }
});

test.each([
  { reason: "WEAK_PASSWORD", metadata: {} },
  { reason: "WEAK_PASSWORD", metadata: { rule: "too_short", min_length: "8" } },
  { reason: "INVALID_REQUEST", metadata: { problem: "zu kurz – \u{1F600} 短い", field: "" } },
  { reason: "INVALID_REQUEST", metadata: { problem: "x".repeat(20_000) } },
])("the reason and its metadata are read as protobuf writes them", ({ reason, metadata }) => {
  const info = create(ErrorInfoSchema, { reason, domain: "svc", metadata });
  const value = Buffer.from(toBinary(ErrorInfoSchema, info)).toString("base64").replace(/=+$/, "");
  const other = { type: "google.rpc.RetryInfo", value: "AAAA" };
  expect(errorInfoOf([other, { type: "google.rpc.ErrorInfo", value }])).toEqual({ reason, metadata });
});

test("an error without details has no reason", () => {
  for (const details of [undefined, null, [], {}, "text", [null], [{ type: "google.rpc.RetryInfo" }]]) {
    expect(errorInfoOf(details)).toBeUndefined();
  }
});

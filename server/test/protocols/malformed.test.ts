import type { ClientHttp2Session } from "node:http2";
import { gzipSync } from "node:zlib";
import { create, toBinary } from "@bufbuild/protobuf";
import { HealthCheckRequestSchema } from "@svc/proto/grpc/health/v1/health_pb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FrontServer, openFront } from "./front-server.ts";
import { CHECK, frame, openSession, outcomeOf, type RawCall, rawCall } from "./raw-call.ts";
import { http2Request } from "./raw-http.ts";

const INVALID = { status: "InvalidArgument", reason: "INVALID_REQUEST" };
const TOO_LARGE = {
  status: "InvalidArgument",
  reason: "REQUEST_TOO_LARGE",
  metadata: { max_bytes: "65536" },
};
const UNSUPPORTED = { status: "Unimplemented", reason: "COMPRESSION_UNSUPPORTED" };
const NOT_ONE = { status: "Unimplemented", reason: "NOT_ONE_MESSAGE" };
const NOT_DECLARED = { status: "Internal", reason: "COMPRESSION_NOT_DECLARED" };
const BOMB = gzipSync(Buffer.alloc(60_000_000, " "));
const BROKEN_BOMB = BOMB.subarray(0, -100);
const base64 = (bytes: Uint8Array) => Buffer.from(Buffer.from(bytes).toString("base64"));
const asIs = (bytes: Uint8Array) => bytes;

/** A Health.Check whose message takes exactly this many bytes. */
function messageOf(bytes: number): Uint8Array {
  return toBinary(
    HealthCheckRequestSchema,
    create(HealthCheckRequestSchema, { service: "x".repeat(bytes - 4) }),
  );
}

function jsonOf(bytes: number): Buffer {
  return Buffer.from(JSON.stringify({ service: "x".repeat(bytes - 14) }));
}

let front: FrontServer;
let session: ClientHttp2Session;
const call = (request: RawCall) => rawCall(session, request);
beforeAll(async () => {
  front = await openFront();
  session = openSession(front.url);
});
afterAll(async () => {
  session.close();
  await front.listener.drain();
});

describe.each([
  { contentType: "application/grpc", wrap: asIs },
  { contentType: "application/grpc+proto", wrap: asIs },
  { contentType: "application/grpc-web", wrap: asIs },
  { contentType: "application/grpc-web+proto", wrap: asIs },
  { contentType: "application/grpc-web-text", wrap: base64 },
  { contentType: "application/grpc-web-text+proto", wrap: base64 },
])("$contentType", ({ contentType, wrap }) => {
  const gzip = { "grpc-encoding": "gzip" };
  const twoFrames = Buffer.concat([frame(messageOf(10)), frame(messageOf(10))]);
  test.each<[string, Uint8Array, Record<string, string>, object]>([
    ["one frame is a call", frame(messageOf(10)), {}, { status: "Ok" }],
    ["an empty message is a call", frame(Buffer.alloc(0)), {}, { status: "Ok" }],
    ["a message of 64 KiB is a call", frame(messageOf(65_536)), {}, { status: "Ok" }],
    ["a gzipped message is a call", frame(gzipSync(messageOf(10)), { flags: 1 }), gzip, { status: "Ok" }],
    ["a plain frame may announce gzip", frame(messageOf(10)), gzip, { status: "Ok" }],
    ["no frame at all", Buffer.alloc(0), {}, NOT_ONE],
    ["a truncated frame head", Buffer.from([0, 0, 0]), {}, INVALID],
    ["a length that promises more", frame(messageOf(10), { length: 11 }), {}, INVALID],
    ["a length that promises 4 GiB", frame(messageOf(10), { length: 0xffffffff }), {}, INVALID],
    ["a length that promises less", frame(messageOf(10), { length: 9 }), {}, INVALID],
    ["two frames", twoFrames, {}, NOT_ONE],
    ["an unknown flag", frame(messageOf(10), { flags: 2 }), {}, INVALID],
    ["a trailer frame", frame(Buffer.from("x: y\r\n"), { flags: 0x80 }), {}, INVALID],
    ["compressed without grpc-encoding", frame(gzipSync(messageOf(10)), { flags: 1 }), {}, NOT_DECLARED],
    [
      "compressed by identity",
      frame(messageOf(10), { flags: 1 }),
      { "grpc-encoding": "identity" },
      NOT_DECLARED,
    ],
    ["gzip that is none", frame(messageOf(10), { flags: 1 }), gzip, INVALID],
    ["a truncated message", frame(Buffer.from([0x0a, 5, 0x41])), {}, INVALID],
    ["a string that is not UTF-8", frame(Buffer.from([0x0a, 2, 0xc3, 0x28])), {}, INVALID],
    ["a message over 64 KiB", frame(messageOf(65_537)), {}, TOO_LARGE],
    ["a message of 1 MiB", frame(messageOf(1024 * 1024)), {}, TOO_LARGE],
    ["a gzip bomb", frame(BOMB, { flags: 1 }), gzip, TOO_LARGE],
    ["a gzip bomb, which is not read to its broken end", frame(BROKEN_BOMB, { flags: 1 }), gzip, TOO_LARGE],
    ["an unknown encoding", frame(messageOf(10), { flags: 1 }), { "grpc-encoding": "br" }, UNSUPPORTED],
    ["two encodings", frame(messageOf(10)), { "grpc-encoding": "gzip, gzip" }, UNSUPPORTED],
    ["a timeout without a unit", frame(messageOf(10)), { "grpc-timeout": "1" }, INVALID],
    ["a negative timeout", frame(messageOf(10)), { "grpc-timeout": "-1S" }, INVALID],
    ["a timeout of nine digits", frame(messageOf(10)), { "grpc-timeout": "999999999S" }, INVALID],
    ["an empty timeout", frame(messageOf(10)), { "grpc-timeout": "" }, INVALID],
    [
      "a timeout of 11,000 years is a call",
      frame(messageOf(10)),
      { "grpc-timeout": "99999999H" },
      { status: "Ok" },
    ],
    [
      "a timeout of nothing",
      frame(messageOf(10)),
      { "grpc-timeout": "0n" },
      { status: "DeadlineExceeded", reason: "DEADLINE_EXCEEDED" },
    ],
  ])("%s", async (_name, body, headers, expected) => {
    expect(await call({ contentType, body: wrap(body), headers })).toMatchObject(expected);
  });
});

test.each(["!!!!", "A", "AAAAA", "AAA=A===", "====", "AAAA\nAAAA", "AAAAAAA=="])(
  "gRPC-Web text %j is no base64",
  async (text) => {
    expect(await call({ contentType: "application/grpc-web-text", body: Buffer.from(text) })).toMatchObject({
      ...INVALID,
      metadata: { field: "body", problem: "is not base64" },
    });
  },
);

test("gRPC-Web text may be several padded strings in a row", async () => {
  const body = frame(messageOf(10));
  const parts = [body.subarray(0, 1), body.subarray(1, 6), body.subarray(6)].map((part) => base64(part));
  expect(await call({ contentType: "application/grpc-web-text", body: Buffer.concat(parts) })).toMatchObject({
    status: "Ok",
  });
});

test("of an encoding that is unknown and long, the log has the beginning", async () => {
  const encoding = "z".repeat(10_000);
  await call({
    contentType: "application/json",
    body: Buffer.from("{}"),
    headers: { "content-encoding": encoding },
  });
  const lines = front.logLines.filter((line) => line.includes("COMPRESSION_UNSUPPORTED"));
  expect(lines.at(-1)).toContain(`"${"z".repeat(32)}"`);
});

test("an unknown encoding is answered with the ones that are known", async () => {
  const headers = { "content-type": "application/grpc", "grpc-encoding": "snappy" };
  const answer = await http2Request(session, { path: "/grpc.health.v1.Health/Check", headers });
  expect(answer.headers["grpc-accept-encoding"]).toBe("gzip,identity");
});

describe("Connect", () => {
  const json = "application/json";
  const proto = "application/proto";
  const gzip = { "content-encoding": "gzip" };
  const text = (value: string) => Buffer.from(value);
  const deep = `{"service":${"[".repeat(30_000)}${"]".repeat(30_000)}}`;
  test.each<[string, string, Uint8Array, Record<string, string>, object]>([
    ["an empty JSON body is an empty message", json, text(""), {}, { status: "Ok" }],
    ["an empty binary body is an empty message", proto, text(""), {}, { status: "Ok" }],
    ["unknown fields are ignored", json, text('{"nope":1,"service":""}'), {}, { status: "Ok" }],
    ["charset=utf-8 is allowed", "application/json; charset=utf-8", text("{}"), {}, { status: "Ok" }],
    ["the content type has no case", "Application/JSON", text("{}"), {}, { status: "Ok" }],
    ["JSON of 64 KiB is a call", json, jsonOf(65_536), {}, { status: "Ok" }],
    ["binary of 64 KiB is a call", proto, messageOf(65_536), {}, { status: "Ok" }],
    ["gzipped JSON is a call", json, gzipSync("{}"), gzip, { status: "Ok" }],
    ["JSON that breaks off", json, text('{"service":'), {}, INVALID],
    ["an array", json, text("[]"), {}, INVALID],
    ["null", json, text("null"), {}, INVALID],
    ["a wrong type", json, text('{"service":1}'), {}, INVALID],
    ["a field twice", json, text('{"service":"a"}{"service":"b"}'), {}, INVALID],
    ["a byte order mark", json, text("\ufeff{}"), {}, INVALID],
    ["JSON that is not UTF-8", json, Buffer.from([0x22, 0xc3, 0x28, 0x22]), {}, INVALID],
    ["an overlong encoding", json, Buffer.from([0x22, 0xc0, 0xaf, 0x22]), {}, INVALID],
    ["30,000 levels", json, text(deep), {}, INVALID],
    ["a truncated message", proto, Buffer.from([0x0a, 5, 0x41]), {}, INVALID],
    ["a string that is not UTF-8", proto, Buffer.from([0x0a, 2, 0xc3, 0x28]), {}, INVALID],
    ["gzip that is none", json, text("{}"), gzip, INVALID],
    ["gzip that breaks off", json, gzipSync("{}").subarray(0, 15), gzip, INVALID],
    ["JSON over 64 KiB", json, jsonOf(65_537), {}, TOO_LARGE],
    ["binary over 64 KiB", proto, messageOf(65_537), {}, TOO_LARGE],
    ["a gzip bomb", json, BOMB, gzip, TOO_LARGE],
    ["a gzip bomb, which is not read to its broken end", json, BROKEN_BOMB, gzip, TOO_LARGE],
    ["an unknown encoding", json, text("{}"), { "content-encoding": "br" }, UNSUPPORTED],
    ["a timeout that is no number", json, text("{}"), { "connect-timeout-ms": "1s" }, INVALID],
    ["a timeout of eleven digits", json, text("{}"), { "connect-timeout-ms": "99999999999" }, INVALID],
    [
      "a timeout of 115 days is a call",
      json,
      text("{}"),
      { "connect-timeout-ms": "9999999999" },
      { status: "Ok" },
    ],
    ["a protocol version to come", json, text("{}"), { "connect-protocol-version": "2" }, INVALID],
  ])("%s", async (_name, contentType, body, headers, expected) => {
    expect(await call({ contentType, body, headers })).toMatchObject(expected);
  });

  test("what is wrong is named without repeating what was sent", async () => {
    const outcome = await call({ contentType: json, body: text('{"service":{"password":"hunter2"}}') });
    expect(outcome.metadata).toEqual({
      field: "body",
      problem: expect.stringContaining("grpc.health.v1.HealthCheckRequest.service"),
    });
    expect(JSON.stringify(outcome)).not.toContain("hunter2");
  });
});

test.each([
  "",
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/connect+json",
  "application/json; charset=latin1",
  "application/json, application/json",
  "constructor",
])("the content type %j is 415", async (contentType) => {
  expect(await call({ contentType, body: Buffer.from("{}") })).toMatchObject({
    http: 415,
    status: "Unknown",
    reason: "CONTENT_TYPE_UNSUPPORTED",
  });
});

test("a content type of many spaces takes no longer than another", async () => {
  const time = async (contentType: string): Promise<number> => {
    const begun = performance.now();
    await call({ contentType, body: Buffer.from("{}") });
    return performance.now() - begun;
  };
  await time("text/plain");
  expect(await time(`application/json;${" ".repeat(12_000)}x`)).toBeLessThan(50);
});

test.each([
  ["application/grpc+thrift", "application/grpc"],
  ["Application/gRPC; charset=latin1", "application/grpc"],
  ["application/grpc-web+thrift", "application/grpc-web"],
  ["application/grpc-web-text+json", "application/grpc-web-text"],
])("the codec of %j is refused in its protocol", async (contentType, answeredAs) => {
  const headers = { "content-type": contentType };
  const answer = await http2Request(session, { path: CHECK, headers, body: Buffer.from("{}") });
  expect(outcomeOf(answeredAs, answer)).toMatchObject({
    status: "Unknown",
    reason: "CONTENT_TYPE_UNSUPPORTED",
  });
});

test.each(["GET", "PUT", "DELETE", "PATCH", "TRACE", "OPTIONS"])(
  "%s is 405 and says what is allowed",
  async (method) => {
    const answer = await http2Request(session, {
      method,
      path: "/grpc.health.v1.Health/Check?encoding=json&message=%7B%7D",
      headers: { "content-type": "application/json" },
    });
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe("POST");
    expect(JSON.parse(answer.body.toString())).toMatchObject({ code: "unknown" });
  },
);

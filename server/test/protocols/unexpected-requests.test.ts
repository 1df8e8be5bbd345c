import type { Code } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectFailure, type Outcome } from "./outcome.ts";
import { CHECK, frame, outcomeOf } from "./raw-call.ts";
import { http1Request, http2Request } from "./raw-http.ts";
import { openService, type ServiceServer } from "./service-server.ts";

const WATCH = "/grpc.health.v1.Health/Watch";

let server: ServiceServer;
beforeAll(async () => {
  server = await openService();
});
afterAll(() => server.close());

type Case = Readonly<{
  name: string;
  code: keyof typeof Code;
  reason: string;
  contentType: string;
  http?: number;
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: Uint8Array;
}>;

const empty = frame(Buffer.alloc(0));
const twice = Buffer.concat([empty, empty]);
const packed = frame(Buffer.alloc(2), { flags: 1 });
const NOWHERE = "/svc.auth.v1.UnknownService/UnknownMethod";

/** What the conformance suite calls unexpected requests, by its names, for machines that cannot run the suite itself. */
const CONNECT: readonly Case[] = [
  {
    name: "unexpected-verb",
    contentType: "application/proto",
    method: "DELETE",
    http: 405,
    code: "Unknown",
    reason: "HTTP_METHOD_UNSUPPORTED",
  },
  {
    name: "unexpected-uri",
    contentType: "application/proto",
    path: NOWHERE,
    http: 404,
    code: "Unimplemented",
    reason: "UNIMPLEMENTED",
  },
  {
    name: "unexpected-codec",
    contentType: "application/foo",
    http: 415,
    code: "Unknown",
    reason: "CONTENT_TYPE_UNSUPPORTED",
  },
  {
    name: "unexpected-content-type",
    contentType: "image/jpeg",
    http: 415,
    code: "Unknown",
    reason: "CONTENT_TYPE_UNSUPPORTED",
  },
  {
    name: "unexpected-compression",
    contentType: "application/proto",
    headers: { "content-encoding": "foo" },
    code: "Unimplemented",
    reason: "COMPRESSION_UNSUPPORTED",
  },
  {
    name: "server-stream/no-request",
    contentType: "application/connect+proto",
    path: WATCH,
    code: "Unimplemented",
    reason: "NOT_ONE_MESSAGE",
  },
  {
    name: "server-stream/multiple-requests",
    contentType: "application/connect+proto",
    path: WATCH,
    body: twice,
    code: "Unimplemented",
    reason: "NOT_ONE_MESSAGE",
  },
  {
    name: "server-stream/unexpected-compression",
    contentType: "application/connect+proto",
    path: WATCH,
    headers: { "connect-content-encoding": "foo" },
    body: empty,
    code: "Unimplemented",
    reason: "COMPRESSION_UNSUPPORTED",
  },
  {
    name: "unexpected-compressed-message",
    contentType: "application/connect+proto",
    path: WATCH,
    headers: { "connect-content-encoding": "identity" },
    body: packed,
    code: "Internal",
    reason: "COMPRESSION_NOT_DECLARED",
  },
];

const ofGrpc = (type: string): readonly Case[] => [
  { name: "unary/no-request", contentType: type, code: "Unimplemented", reason: "NOT_ONE_MESSAGE" },
  {
    name: "unary/multiple-requests",
    contentType: type,
    body: twice,
    code: "Unimplemented",
    reason: "NOT_ONE_MESSAGE",
  },
  {
    name: "server-stream/no-request",
    contentType: type,
    path: WATCH,
    code: "Unimplemented",
    reason: "NOT_ONE_MESSAGE",
  },
  {
    name: "server-stream/multiple-requests",
    contentType: type,
    path: WATCH,
    body: twice,
    code: "Unimplemented",
    reason: "NOT_ONE_MESSAGE",
  },
  {
    name: "unexpected-verb",
    contentType: type,
    method: "DELETE",
    body: empty,
    code: "Unknown",
    reason: "HTTP_METHOD_UNSUPPORTED",
  },
  {
    name: "unexpected-uri",
    contentType: type,
    path: NOWHERE,
    body: empty,
    code: "Unimplemented",
    reason: "UNIMPLEMENTED",
  },
  {
    name: "unexpected-codec",
    contentType: `${type.replace("+proto", "")}+foo`,
    body: empty,
    code: "Unknown",
    reason: "CONTENT_TYPE_UNSUPPORTED",
  },
  {
    name: "unexpected-compression",
    contentType: type,
    headers: { "grpc-encoding": "foo" },
    body: empty,
    code: "Unimplemented",
    reason: "COMPRESSION_UNSUPPORTED",
  },
  {
    name: "unexpected-compressed-message",
    contentType: type,
    headers: { "grpc-encoding": "identity" },
    body: packed,
    code: "Internal",
    reason: "COMPRESSION_NOT_DECLARED",
  },
  {
    name: "unary/incomplete-message",
    contentType: type,
    body: frame(Buffer.alloc(2), { length: 10 }),
    code: "InvalidArgument",
    reason: "INVALID_REQUEST",
  },
  {
    name: "unary/incomplete-message-prefix",
    contentType: type,
    body: Buffer.alloc(3),
    code: "InvalidArgument",
    reason: "INVALID_REQUEST",
  },
];

describe.each([
  ["Connect over HTTP/1.1", http1Request, CONNECT],
  ["Connect over HTTP/2", http2Request, CONNECT],
  ["gRPC over HTTP/2", http2Request, ofGrpc("application/grpc+proto")],
  ["gRPC-Web over HTTP/1.1", http1Request, ofGrpc("application/grpc-web+proto")],
  ["gRPC-Web over HTTP/2", http2Request, ofGrpc("application/grpc-web+proto")],
] as const)("%s", (_, request, cases) => {
  test.each(cases)("$name is $code", async ({ contentType, http, code, reason, ...call }) => {
    const answer = await request(server.url, {
      path: CHECK,
      ...call,
      headers: { "content-type": contentType, ...call.headers },
    });
    if (http !== undefined) expect(answer.status).toBe(http);
    expect(outcome(contentType, answer)).toMatchObject({ status: code, reason });
  });
});

function outcome(contentType: string, answer: Awaited<ReturnType<typeof http2Request>>): Outcome {
  const type = String(answer.headers["content-type"]);
  if (!contentType.startsWith("application/connect+")) return outcomeOf(type, answer);
  const { error } = JSON.parse(answer.body.subarray(5).toString()) as { error: unknown };
  return connectFailure(JSON.stringify(error), () => "");
}

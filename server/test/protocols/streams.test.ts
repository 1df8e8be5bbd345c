import { once } from "node:events";
import { connect, constants } from "node:http2";
import { createRequire } from "node:module";
import { create, fromBinary, type Message, toBinary } from "@bufbuild/protobuf";
import {
  HealthCheckRequestSchema,
  HealthCheckResponseSchema,
  HealthCheckResponse_ServingStatus as Status,
} from "@svc/proto/grpc/health/v1/health_pb";
import grpcWeb from "grpc-web";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectFailure, detailsOfStatus, type Outcome } from "./outcome.ts";
import { frame, outcomeOf } from "./raw-call.ts";
import { exchange, http2Request } from "./raw-http.ts";
import { openService, type ServiceServer } from "./service-server.ts";

const WATCH = "/grpc.health.v1.Health/Watch";
const INVALID = { status: "InvalidArgument", reason: "INVALID_REQUEST" };
const TOO_LARGE = { status: "InvalidArgument", reason: "REQUEST_TOO_LARGE" };
const UNSUPPORTED = { status: "Unimplemented", reason: "COMPRESSION_UNSUPPORTED" };
const NOT_DECLARED = { status: "Internal", reason: "COMPRESSION_NOT_DECLARED" };

let server: ServiceServer;
beforeAll(async () => {
  server = await openService();
});
afterAll(() => server.close());

async function watch(
  contentType: string,
  body: Uint8Array,
  headers: Record<string, string> = {},
): Promise<Outcome> {
  const answer = await http2Request(server.url, {
    path: WATCH,
    headers: { "content-type": contentType, ...headers },
    body: contentType.includes("text") ? Buffer.from(Buffer.from(body).toString("base64")) : body,
  });
  const header = (name: string) => answer.headers[name] as string | undefined;
  expect(header("cache-control")).toBe("no-store");
  expect(header("x-content-type-options")).toBe("nosniff");
  if (answer.headers["content-type"] === "application/connect+proto") {
    const end = JSON.parse(answer.body.subarray(5).toString()) as { error: unknown };
    return connectFailure(JSON.stringify(end.error), header);
  }
  const type = contentType.includes("text")
    ? "application/grpc-web-text+proto"
    : String(header("content-type"));
  return outcomeOf(type, answer);
}

describe.each([
  ["application/grpc", "grpc-encoding"],
  ["application/grpc-web", "grpc-encoding"],
  ["application/grpc-web-text", "grpc-encoding"],
  ["application/connect+proto", "connect-content-encoding"],
])("a stream as %s fails with a reason", (contentType, encoding) => {
  test.each<[string, Uint8Array, Record<string, string>, object]>([
    ["a truncated frame", Buffer.from([0, 0, 0]), {}, INVALID],
    ["a length that promises more", frame(Buffer.alloc(2), { length: 9 }), {}, INVALID],
    ["a message that is none", frame(Buffer.from([0x0a, 5, 0x41])), {}, INVALID],
    ["a compressed message without its encoding", frame(Buffer.alloc(2), { flags: 1 }), {}, NOT_DECLARED],
    ["a message over 64 KiB", frame(Buffer.alloc(70_000)), {}, TOO_LARGE],
    ["an unknown encoding", frame(Buffer.alloc(0)), { [encoding]: "br" }, UNSUPPORTED],
  ])("%s", async (_name, body, headers, expected) => {
    expect(await watch(contentType, body, headers)).toMatchObject(expected);
  });
});

test.each(["text/plain", "application/json", "application/thrift", ""])(
  "a stream as %j is 415 with a reason",
  async (contentType) => {
    const headers = { "content-type": contentType };
    const answer = await http2Request(server.url, { path: WATCH, headers, body: Buffer.from("{}") });
    expect(answer.status).toBe(415);
    expect(outcomeOf(contentType, answer)).toMatchObject({
      status: "Unknown",
      reason: "CONTENT_TYPE_UNSUPPORTED",
    });
  },
);

test.each([
  ["application/connect+json;x=1", { status: "Unknown", reason: "CONTENT_TYPE_UNSUPPORTED" }],
  ["application/grpc-web; x=1", { status: "Unknown", reason: "CONTENT_TYPE_UNSUPPORTED" }],
])("a stream as %s is refused with a reason", async (contentType, expected) => {
  const headers = { "content-type": contentType };
  const answer = await http2Request(server.url, { path: WATCH, headers, body: frame(Buffer.alloc(0)) });
  expect(outcomeOf(String(answer.headers["content-type"]), answer)).toMatchObject(expected);
});

test("a Connect stream of another version of the protocol is refused", async () => {
  const headers = { "content-type": "application/connect+json", "connect-protocol-version": "2" };
  const answer = await http2Request(server.url, { path: WATCH, headers, body: frame(Buffer.from("{}")) });
  expect(outcomeOf("application/json", answer)).toMatchObject(INVALID);
});

test("a caller who resets a stream leaves no error in the log", async () => {
  const session = connect(server.url);
  for (const contentType of ["application/connect+json", "application/grpc-web", "application/grpc"]) {
    const stream = session.request({ ":method": "POST", ":path": WATCH, "content-type": contentType });
    stream.end(frame(Buffer.from(contentType.includes("json") ? "{}" : "")));
    await once(stream, "data");
    stream.close(constants.NGHTTP2_CANCEL);
    await once(stream, "close");
  }
  session.close();
  await once(session, "close");
  expect(server.t.logLines.filter((line) => line.includes("stream failed"))).toEqual([]);
});

test("a stream by GET is 405", async () => {
  const answer = await fetch(`${server.url}${WATCH}`);
  expect(answer.status).toBe(405);
  expect(answer.headers.get("allow")).toBe("POST");
});

test.each(["[", "a b", "", "x:y:z"])(
  "a stream to the host %j is refused and the server lives on",
  async (host) => {
    const fields = `host: ${host}\r\nconnection: close\r\ncontent-type: application/grpc-web\r\ncontent-length: 5`;
    const answer = await exchange(server.port, `POST ${WATCH} HTTP/1.1\r\n${fields}\r\n\r\n\0\0\0\0\0`);
    const [, details = ""] = /^HTTP\/1.1 200 .*grpc-status-details-bin: (\S+)/s.exec(answer) ?? [];
    expect(detailsOfStatus(Buffer.from(details, "base64")).info?.reason).toBe("INVALID_REQUEST");
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  },
);

test("the official gRPC-Web client watches in text mode", async () => {
  server.service.beginDrain(); // xhr2 hands a stream over only when it has ended
  Object.assign(globalThis, { XMLHttpRequest: createRequire(import.meta.url)("xhr2") });
  const descriptor = new grpcWeb.MethodDescriptor<Message, Message>(
    WATCH,
    "server_streaming",
    Object as never,
    Object as never,
    (message: Message) => toBinary(HealthCheckRequestSchema, message as never),
    (bytes: Uint8Array) => fromBinary(HealthCheckResponseSchema, bytes),
  );
  const stream = new grpcWeb.GrpcWebClientBase({ format: "text" }).serverStreaming(
    `${server.url}${WATCH}`,
    create(HealthCheckRequestSchema),
    {},
    descriptor,
  );
  const seen: Message[] = [];
  await new Promise<void>((resolve, reject) => {
    stream.on("data", (message) => seen.push(message));
    stream.on("error", reject);
    stream.on("end", resolve);
  });
  expect(seen).toEqual([expect.objectContaining({ status: Status.NOT_SERVING })]);
});

import { gunzipSync } from "node:zlib";
import { fromBinary, fromJsonString } from "@bufbuild/protobuf";
import { HealthListResponseSchema } from "@svc/proto/grpc/health/v1/health_pb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FrontServer, openFront } from "./front-server.ts";
import { frame } from "./raw-call.ts";
import { exchange, http2Request, type RawAnswer } from "./raw-http.ts";

let front: FrontServer;
beforeAll(async () => {
  front = await openFront();
});
afterAll(() => front.listener.drain());

const ask = (method: string, contentType: string, headers: Record<string, string> = {}): Promise<RawAnswer> =>
  http2Request(front.url, {
    path: `/grpc.health.v1.Health/${method}`,
    headers: { "content-type": contentType, ...headers },
    body: emptyMessage(contentType),
  });

function emptyMessage(contentType: string): Buffer {
  if (!contentType.includes("grpc")) return Buffer.alloc(0);
  return contentType.includes("text") ? Buffer.from("AAAAAAA=") : frame(Buffer.alloc(0));
}

describe("compression of answers", () => {
  const count = 200;

  test.each(["gzip", "br, gzip;q=0.5", "GZIP"])(
    "Connect compresses a large answer for %j",
    async (accepted) => {
      const { headers, body } = await ask("List", "application/json", { "accept-encoding": accepted });
      expect(headers["content-encoding"]).toBe("gzip");
      expect(headers["content-length"]).toBe(String(body.length));
      const message = fromJsonString(HealthListResponseSchema, gunzipSync(body).toString());
      expect(Object.keys(message.statuses)).toHaveLength(count);
    },
  );

  test.each(["", "identity", "br", "gzip;q=0", "gzip; q=0.000", "xgzip"])(
    "Connect does not compress for %j",
    async (accepted) => {
      const { headers, body } = await ask("List", "application/json", { "accept-encoding": accepted });
      expect(headers["content-encoding"]).toBeUndefined();
      expect(Object.keys(JSON.parse(body.toString()).statuses)).toHaveLength(count);
    },
  );

  test("a small answer is not compressed", async () => {
    const connect = await ask("Check", "application/json", { "accept-encoding": "gzip" });
    const grpc = await ask("Check", "application/grpc", { "grpc-accept-encoding": "gzip" });
    expect(connect.headers["content-encoding"]).toBeUndefined();
    expect(grpc.headers["grpc-encoding"]).toBeUndefined();
    expect(grpc.body[0]).toBe(0);
  });

  test.each(["application/grpc", "application/grpc-web", "application/grpc-web-text"])(
    "%s compresses the message and says so",
    async (contentType) => {
      const answer = await ask("List", contentType, { "grpc-accept-encoding": "identity, gzip" });
      const body = contentType.endsWith("text") ? Buffer.from(answer.body.toString(), "base64") : answer.body;
      expect(answer.headers["grpc-encoding"]).toBe("gzip");
      expect(answer.headers["content-encoding"]).toBeUndefined();
      expect(body[0]).toBe(1);
      const message = gunzipSync(body.subarray(5, 5 + body.readUInt32BE(1)));
      expect(Object.keys(fromBinary(HealthListResponseSchema, message).statuses)).toHaveLength(count);
    },
  );

  test("gRPC does not compress for a caller who accepts HTTP's gzip only", async () => {
    const { headers, body } = await ask("List", "application/grpc", { "accept-encoding": "gzip" });
    expect(headers["grpc-encoding"]).toBeUndefined();
    expect(body[0]).toBe(0);
  });
});

describe("gRPC's status", () => {
  test("stands in trailers after a message", async () => {
    const { headers, trailers } = await ask("Check", "application/grpc");
    expect(headers["grpc-status"]).toBeUndefined();
    expect(trailers["grpc-status"]).toBe("0");
  });

  test("stands in the headers, with the content type, when there is no message", async () => {
    const { status, headers, trailers, body } = await ask("Nope", "application/grpc+proto");
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("application/grpc+proto");
    expect(headers["grpc-status"]).toBe("12");
    expect(headers["grpc-message"]).toBe("there is no such method");
    expect(headers["grpc-status-details-bin"]).not.toContain("=");
    expect({ ...trailers }).toEqual({});
    expect(body).toHaveLength(0);
  });

  test("stands in the body of gRPC-Web, as lines of lower-case names", async () => {
    const { body } = await ask("Check", "application/grpc-web");
    const trailers = body.subarray(5 + body.readUInt32BE(1));
    expect(trailers[0]).toBe(0x80);
    expect(trailers.subarray(5).toString()).toBe("grpc-status: 0\r\n");
  });

  test("stands in chunked trailers on HTTP/1.1", async () => {
    const answer = await exchange(
      front.port,
      "POST /grpc.health.v1.Health/Check HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/grpc\r\ncontent-length: 5\r\n\r\n\0\0\0\0\0",
    );
    expect(answer).toMatch(/^HTTP\/1.1 200/);
    expect(answer).toMatch(/\r\n0\r\ngrpc-status: 0\r\n\r\n$/);
  });
});

describe("every answer", () => {
  test.each([
    ["Check", "application/json"],
    ["Check", "text/plain"],
    ["Nope", "application/json"],
    ["Check", "application/grpc"],
    ["Nope", "application/grpc-web"],
  ])("of %s as %s is not stored, not sniffed, and names no product", async (method, contentType) => {
    const { headers } = await ask(method, contentType);
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "x-request-id": expect.stringMatching(/^request-\d+$/),
      date: expect.any(String),
    });
    expect(headers).not.toHaveProperty("server");
    expect(headers).not.toHaveProperty("x-powered-by");
  });

  test("is logged with its method, its outcome and its request id", async () => {
    front.logLines.length = 0;
    const { headers } = await ask("Check", "application/json");
    expect(front.logLines).toHaveLength(1);
    expect(JSON.parse(front.logLines[0] ?? "")).toMatchObject({
      level: "info",
      message: "rpc",
      method: "grpc.health.v1.Health/Check",
      status: "OK",
      ip: "127.0.0.1",
      request_id: headers["x-request-id"],
    });
  });
});

import type { ClientHttp2Session } from "node:http2";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anyText } from "../../src/testing/any-text.ts";
import { type FrontServer, openFront } from "./front-server.ts";
import { frame, openSession, rawCall } from "./raw-call.ts";

let front: FrontServer;
let session: ClientHttp2Session;
beforeAll(async () => {
  front = await openFront();
  session = openSession(front.url);
});
afterAll(async () => {
  session.close();
  await front.listener.drain();
});

const runs = process.env.SVC_TEST_FULL ? 10_000 : 150;
const bytes = fc.uint8Array({ maxLength: 300 });
const bodies = fc.oneof(
  bytes,
  fc.tuple(bytes, fc.constantFrom(0, 1, 2, 0x80)).map(([message, flags]) => frame(message, { flags })),
  fc.tuple(bytes, fc.nat(0xffffffff)).map(([message, length]) => frame(message, { length })),
  bytes.map((message) => Buffer.from(frame(message).toString("base64"))),
  fc.json().map((text) => Buffer.from(text)),
  fc.oneof(fc.json(), anyText()).map((service) => Buffer.from(JSON.stringify({ service, x: service }))),
);
const encodings = fc.constantFrom("", "gzip", "identity", "deflate", "gzip, gzip");
const timeouts = fc.oneof(
  fc.constantFrom(undefined, "1S", "99999999H", "0", "-1", "1e9m", "NaN"),
  fc.stringMatching(/^\d{0,12}[HMSmunx]?$/),
);

test.each([
  "application/json",
  "application/proto",
  "application/grpc",
  "application/grpc+json",
  "application/grpc-web",
  "application/grpc-web+json",
  "application/grpc-web-text",
])("no body, encoding or timeout makes %s fail otherwise than by a reason", async (contentType) => {
  const isGrpc = contentType.includes("grpc");
  await fc.assert(
    fc.asyncProperty(bodies, encodings, timeouts, async (body, encoding, timeout) => {
      const { status, reason } = await rawCall(session, {
        contentType,
        body,
        headers: {
          [isGrpc ? "grpc-encoding" : "content-encoding"]: encoding,
          ...(timeout === undefined ? {} : { [isGrpc ? "grpc-timeout" : "connect-timeout-ms"]: timeout }),
        },
      });
      expect(["Ok", "InvalidArgument", "Unimplemented", "DeadlineExceeded", "Internal"]).toContain(status);
      if (status === "Internal") expect(reason).toBe("COMPRESSION_NOT_DECLARED");
    }),
    { numRuns: runs },
  );
  expect(front.logLines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});

import { gunzipSync, gzipSync } from "node:zlib";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import type { Code } from "@connectrpc/connect";
import { HealthCheckRequestSchema, HealthListResponseSchema } from "@svc/proto/grpc/health/v1/health_pb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AppError, type Reason, reasons, type Status } from "../../src/errors.ts";
import { type FrontServer, openFront } from "./front-server.ts";
import { CHECK, frame, outcomeOf } from "./raw-call.ts";
import { http2Request, type RawAnswer } from "./raw-http.ts";

/** As the protocols' documents have them; a caller without our reasons goes by these. */
const statuses: readonly (readonly [Status, code: keyof typeof Code, connect: number])[] = [
  ["cancelled", "Canceled", 499],
  ["invalid_argument", "InvalidArgument", 400],
  ["deadline_exceeded", "DeadlineExceeded", 504],
  ["not_found", "NotFound", 404],
  ["already_exists", "AlreadyExists", 409],
  ["permission_denied", "PermissionDenied", 403],
  ["resource_exhausted", "ResourceExhausted", 429],
  ["failed_precondition", "FailedPrecondition", 400],
  ["unimplemented", "Unimplemented", 501],
  ["internal", "Internal", 500],
  ["unavailable", "Unavailable", 503],
  ["unauthenticated", "Unauthenticated", 401],
];

const reasonFor = (status: Status): Reason => {
  const found = Object.entries(reasons).find(([, [its]]) => its === status);
  if (!found) throw new Error(`no reason is ${status}`);
  return found[0] as Reason;
};

let front: FrontServer;
beforeAll(async () => {
  const failing = statuses.map(([status]) => [
    status,
    () => {
      throw new AppError(reasonFor(status), undefined, { hint: "é ✓" });
    },
  ]);
  front = await openFront({
    ...Object.fromEntries(failing),
    headers(context) {
      Object.assign(context.responseHeaders, { "x-told": "before", "x-told-bin": "AAEC" });
    },
    "headers, then a failure"(context) {
      Object.assign(context.responseHeaders, { "x-told": "before", "x-told-bin": "AAEC" });
      throw new AppError("NOT_FOUND");
    },
  });
});
afterAll(() => front.listener.drain());

const asBase64 = (bytes: Uint8Array): Buffer => Buffer.from(Buffer.from(bytes).toString("base64"));
const message = (service: string): Uint8Array =>
  toBinary(HealthCheckRequestSchema, create(HealthCheckRequestSchema, { service }));

const wires = [
  { contentType: "application/json", body: (service: string) => Buffer.from(JSON.stringify({ service })) },
  { contentType: "application/proto", body: message },
  { contentType: "application/grpc", body: (service: string) => frame(message(service)) },
  {
    contentType: "application/grpc+json",
    body: (service: string) => frame(Buffer.from(JSON.stringify({ service }))),
  },
  { contentType: "application/grpc-web", body: (service: string) => frame(message(service)) },
  { contentType: "application/grpc-web-text", body: (service: string) => asBase64(frame(message(service))) },
];

describe.each(wires)("unary $contentType", ({ contentType, body }) => {
  const isConnect = !contentType.includes("grpc");
  const call = (service: string, headers: Record<string, string | string[]> = {}): Promise<RawAnswer> =>
    http2Request(front.url, {
      path: CHECK,
      headers: { "content-type": contentType, ...headers },
      body: body(service),
    });

  test.each(statuses)(
    "%s has the code and the HTTP status of its own, with its details",
    async (status, code, http) => {
      const answer = await call(status);
      expect(answer.status).toBe(isConnect ? http : 200);
      const [, text] = reasons[reasonFor(status)];
      expect(outcomeOf(contentType, answer)).toMatchObject({
        status: code,
        reason: reasonFor(status),
        text,
        ...(status === "internal" ? {} : { metadata: { hint: "é ✓" } }),
      });
    },
  );

  test.each(["headers", "headers, then a failure"])("what a handler tells in %s arrives", async (service) => {
    expect((await call(service)).headers).toMatchObject({ "x-told": "before", "x-told-bin": "AAEC" });
  });

  test("metadata that nobody asked for is let pass: repeated, binary, empty, long", async () => {
    const odd = {
      "x-many": ["a", "b"],
      "x-data-bin": "!!!",
      "x-empty": "",
      "x-long": "x".repeat(8_000),
      te: "trailers",
    };
    expect(outcomeOf(contentType, await call("", odd)).status).toBe("Ok");
  });

  test("a failure is not compressed, whatever the caller accepts", async () => {
    const { headers } = await call("not_found", {
      "accept-encoding": "gzip",
      "grpc-accept-encoding": "gzip",
    });
    expect(headers).not.toHaveProperty("content-encoding");
    expect(headers).not.toHaveProperty("grpc-encoding");
  });

  test("a failure is of the content type that its protocol has for failures", async () => {
    const { headers } = await call("not_found");
    expect(headers["content-type"]).toBe(isConnect ? "application/json" : contentType);
  });
});

test.each(["application/proto", "application/grpc", "application/grpc-web"])(
  "%s is compressed in both directions at once",
  async (contentType) => {
    const isConnect = contentType === "application/proto";
    const empty = gzipSync(Buffer.alloc(0));
    const { body } = await http2Request(front.url, {
      path: "/grpc.health.v1.Health/List",
      headers: {
        "content-type": contentType,
        [isConnect ? "content-encoding" : "grpc-encoding"]: "gzip",
        [isConnect ? "accept-encoding" : "grpc-accept-encoding"]: "gzip",
      },
      body: isConnect ? empty : frame(empty, { flags: 1 }),
    });
    const answered = isConnect ? body : body.subarray(5, 5 + body.readUInt32BE(1));
    const { statuses } = fromBinary(HealthListResponseSchema, gunzipSync(answered));
    expect(Object.keys(statuses)).toHaveLength(200);
  },
);

test.each(["1H", "1M", "1S", "1000m", "1000000u", "99999999n"])(
  "a timeout of %s is a call",
  async (timeout) => {
    const answer = await http2Request(front.url, {
      path: CHECK,
      headers: { "content-type": "application/grpc", "grpc-timeout": timeout },
      body: frame(Buffer.alloc(0)),
    });
    expect(outcomeOf("application/grpc", answer).status).toBe("Ok");
  },
);

test("the answer to a HEAD over HTTP/2 leaves no timer that would keep the process", async () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
  const before = timers();
  for (let n = 0; n < 20; n++) {
    const headers = { "content-type": "application/json" };
    const { status } = await http2Request(front.url, { method: "HEAD", path: CHECK, headers });
    expect(status).toBe(405);
  }
  await expect.poll(timers).toBeLessThan(before + 10);
});

import { once } from "node:events";
import { connect } from "node:http2";
import { create, toBinary } from "@bufbuild/protobuf";
import { HealthCheckRequestSchema } from "@svc/proto/grpc/health/v1/health_pb";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CallContext } from "../../src/rpc/context.ts";
import { type FrontServer, openFront } from "./front-server.ts";
import { CHECK, frame, rawCall } from "./raw-call.ts";
import { exchange, rawSocket } from "./raw-http.ts";

const messageTo = (service: string) =>
  toBinary(HealthCheckRequestSchema, create(HealthCheckRequestSchema, { service }));
const wires = [
  {
    contentType: "application/json",
    body: (service: string) => Buffer.from(JSON.stringify({ service })),
    timeout: (ms: number) => ({ "connect-timeout-ms": String(ms) }),
  },
  {
    contentType: "application/proto",
    body: messageTo,
    timeout: (ms: number) => ({ "connect-timeout-ms": String(ms) }),
  },
  ...["application/grpc", "application/grpc-web"].map((contentType) => ({
    contentType,
    body: (service: string) => frame(messageTo(service)),
    timeout: (ms: number) => ({ "grpc-timeout": `${ms}m` }),
  })),
  {
    contentType: "application/grpc-web-text",
    body: (service: string) => Buffer.from(frame(messageTo(service)).toString("base64")),
    timeout: (ms: number) => ({ "grpc-timeout": `${ms * 1000}u` }),
  },
];

let front: FrontServer;
let arrived = Promise.withResolvers<CallContext>();
const aborted = async ({ signal }: CallContext): Promise<void> => {
  if (!signal.aborted) await once(signal, "abort");
};
beforeAll(async () => {
  front = await openFront({
    async "until aborted"(context) {
      arrived.resolve(context);
      await aborted(context);
      throw new Error("nobody waits for this any more");
    },
    async "for a moment"(context) {
      arrived.resolve(context);
      await new Promise((resolve) => setTimeout(resolve, 20));
    },
    bug() {
      throw new Error("select * from users where password = 'hunter2'");
    },
    "bad header"(context) {
      context.responseHeaders["x-broken"] = "line\r\nbreak";
    },
  });
});
afterAll(() => front.listener.drain());
beforeEach(() => {
  arrived = Promise.withResolvers();
  front.logLines.length = 0;
});
const lastLine = () => JSON.parse(front.logLines.at(-1) ?? "{}");

describe.each(wires)("$contentType", ({ contentType, body, timeout }) => {
  test("a call whose deadline passes is DEADLINE_EXCEEDED, and its handler is told", async () => {
    const outcome = await rawCall(front.url, {
      contentType,
      body: body("until aborted"),
      headers: timeout(5),
    });

    expect(outcome).toMatchObject({ status: "DeadlineExceeded", reason: "DEADLINE_EXCEEDED", metadata: {} });
    expect((await arrived.promise).signal.reason).toMatchObject({ reason: "DEADLINE_EXCEEDED" });
    expect(lastLine()).toMatchObject({ level: "info", status: "DEADLINE_EXCEEDED" });
  });

  test("a bug is INTERNAL with the request's id; what went wrong stands in the log only", async () => {
    const outcome = await rawCall(front.url, { contentType, body: body("bug") });

    expect(outcome).toMatchObject({
      status: "Internal",
      reason: "INTERNAL",
      text: "internal error",
      metadata: { request_id: outcome.requestId },
    });
    expect(JSON.stringify(outcome)).not.toContain("hunter2");
    expect(lastLine()).toMatchObject({
      level: "error",
      status: "INTERNAL",
      request_id: outcome.requestId,
      detail: expect.stringContaining("hunter2"),
    });
  });
});

test("an HTTP/2 caller who cancels aborts the handler", async () => {
  const session = connect(front.url);
  const stream = session.request({ ":method": "POST", ":path": CHECK, "content-type": "application/json" });
  stream.on("error", () => {});
  stream.end('{"service":"until aborted"}');
  const context = await arrived.promise;
  stream.close(8);
  await aborted(context);
  session.close();

  expect(context.signal.reason).toMatchObject({ reason: "CANCELLED" });
  await expect.poll(lastLine).toMatchObject({ level: "info", status: "CANCELLED" });
});

test("an HTTP/1.1 caller who hangs up aborts the handler", async () => {
  const { socket } = await rawSocket(front.port);
  socket.write(request('{"service":"until aborted"}'));
  const context = await arrived.promise;
  socket.destroy();
  await aborted(context);

  expect(context.signal.reason).toMatchObject({ reason: "CANCELLED" });
  await expect.poll(lastLine).toMatchObject({ status: "CANCELLED" });
});

test("a body that breaks off is CANCELLED, not a call", async () => {
  const { socket } = await rawSocket(front.port);
  socket.write(request('{"service":', { length: 100 }));
  await new Promise((resolve) => setTimeout(resolve, 5));
  socket.destroy();
  await expect.poll(lastLine).toMatchObject({ status: "CANCELLED" });
});

test("an HTTP/2 caller gets its answer after it has closed its half", async () => {
  const session = connect(front.url);
  const stream = session.request({ ":method": "POST", ":path": CHECK, "content-type": "application/json" });
  stream.end('{"service":"for a moment"}');
  await arrived.promise;
  const [headers] = await once(stream, "response");
  stream.resume();
  session.close();
  expect(headers[":status"]).toBe(200);
});

test("an answer that cannot be sent closes the connection and is logged", async () => {
  const answer = await exchange(front.port, request('{"service":"bad header"}'));
  expect(answer).toBe("");
  expect(front.logLines.join("")).toContain("rpc answer failed");
});

test("a length of 1 GiB is refused before a byte of the body is sent", async () => {
  const { socket, closed } = await rawSocket(front.port);
  socket.write(request("", { length: 1024 ** 3 }));
  const [first] = await once(socket, "data");
  socket.destroy();
  await closed;
  expect(String(first)).toMatch(/^HTTP\/1.1 400.*REQUEST_TOO_LARGE/s);
});

/** One is refused for its size, the other before anybody has looked at its body. */
const REFUSED_WITH_ENDLESS_BODY = [
  { path: CHECK, status: 400, reason: "REQUEST_TOO_LARGE" },
  { path: "/svc.auth.v1.ConfigService/GetProjectConfig", status: 501, reason: "UNIMPLEMENTED" },
];

test.each(REFUSED_WITH_ENDLESS_BODY)(
  "an endless HTTP/1.1 body is refused with $reason, and then cut off",
  async ({ path, status, reason }) => {
    const { socket, closed } = await rawSocket(front.port);
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`,
    );
    const chunk = `4000\r\n${"x".repeat(0x4000)}\r\n`;
    const feed = (): void => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on("drain", feed);
    feed();
    const answer = await closed;
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status}`));
    expect(answer).toContain(reason);
  },
);

test.each(REFUSED_WITH_ENDLESS_BODY)(
  "an endless HTTP/2 body is refused with $reason, and then cut off",
  async ({ path, status, reason }) => {
    const session = connect(front.url);
    const stream = session.request({ ":method": "POST", ":path": path, "content-type": "application/json" });
    const chunk = Buffer.alloc(16_384, "x");
    const feed = (): void => {
      while (!stream.closed && stream.write(chunk));
    };
    stream.on("drain", feed);
    stream.on("error", () => {});
    feed();
    const [headers] = await once(stream, "response");
    let text = "";
    stream.on("data", (part) => {
      text += part;
    });
    await once(stream, "close");
    session.close();
    expect(headers[":status"]).toBe(status);
    expect(text).toContain(reason);
  },
);

test("a stream whose caller stops in the middle of its body is closed once it is answered", async () => {
  const session = connect(front.url);
  const stream = session.request({
    ":method": "POST",
    ":path": "/no.Such/Method",
    "content-type": "application/grpc",
  });
  stream.write(Buffer.alloc(100)); // and never the rest
  const [headers] = await once(stream, "response");
  stream.resume();
  await once(stream, "close");
  session.close();
  expect(headers["grpc-status"]).toBe("12");
  expect(stream.rstCode).toBe(0);
});

test("a refused call leaves the HTTP/1.1 connection usable", async () => {
  const { socket, closed } = await rawSocket(front.port);
  socket.write(request("{}").replace("application/json", "text/plain"));
  await once(socket, "data");
  socket.write(request("{}", { connection: "close" }));
  expect((await closed).match(/HTTP\/1.1 \d+/g)).toEqual(["HTTP/1.1 415", "HTTP/1.1 200"]);
});

test("refused calls whose bodies nobody read do not use up an HTTP/2 connection's streams", async () => {
  const session = connect(front.url);
  for (let i = 0; i < 30; i++) {
    const calls = Array.from({ length: 10 }, () =>
      rawCall(session, {
        contentType: "application/grpc",
        path: "/grpc.health.v1.Health/Nope",
        body: frame(Buffer.alloc(3000)),
      }),
    );
    for (const { reason } of await Promise.all(calls)) expect(reason).toBe("UNIMPLEMENTED");
  }
  session.close();
});

function request(body: string, { length = body.length, connection = "keep-alive" } = {}): string {
  const fields = `host: x\r\nconnection: ${connection}\r\ncontent-type: application/json\r\ncontent-length: ${length}`;
  return `POST ${CHECK} HTTP/1.1\r\n${fields}\r\n\r\n${body}`;
}

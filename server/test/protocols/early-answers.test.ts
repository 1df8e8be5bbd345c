import { connect as connectHttp2 } from "node:http2";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { KeepAliveConnection } from "./keep-alive-connection.ts";
import { frame } from "./raw-call.ts";
import { http2Request, type RawAnswer } from "./raw-http.ts";
import { openService, type ServiceServer } from "./service-server.ts";

const CHECK = "/grpc.health.v1.Health/Check";
const WATCH = "/grpc.health.v1.Health/Watch";
const UPLOAD = "/svc.admin.v1.ThemeService/UploadLogo";
const MIB = 1024 * 1024;

let server: ServiceServer;
let connection: KeepAliveConnection;
beforeAll(async () => {
  server = await openService();
});
afterEach(() => connection?.close());
afterAll(() => server.close());

type Request = { path: string; type: string; body: Buffer };

const framed = (bytes: number): Buffer => frame(Buffer.alloc(bytes, "x"));
const base64 = (bytes: Buffer): Buffer => Buffer.from(bytes.toString("base64"));
const json = (bytes: number): Buffer => Buffer.from(`"${"x".repeat(bytes)}"`);

/** Every kind of answer that is known before the body has come. */
const EARLY: readonly (readonly [string, Request, string])[] = [
  ["Check as JSON", { path: CHECK, type: "application/json", body: json(300_000) }, "REQUEST_TOO_LARGE"],
  ["Check as gRPC-Web", { path: CHECK, type: "application/grpc-web", body: framed(300_000) }, ""],
  ...[70_000, 300_000, MIB, 4 * MIB].flatMap((size) => [
    [
      `Watch as Connect, ${size} bytes`,
      { path: WATCH, type: "application/connect+json", body: framed(size) },
      "REQUEST_TOO_LARGE",
    ] as const,
    [
      `Watch as gRPC-Web, ${size} bytes`,
      { path: WATCH, type: "application/grpc-web", body: framed(size) },
      "grpc-status",
    ] as const,
  ]),
  [
    "Watch as gRPC-Web text",
    { path: WATCH, type: "application/grpc-web-text", body: base64(framed(MIB)) },
    "",
  ],
  [
    "Watch in no protocol",
    { path: WATCH, type: "text/plain", body: json(300_000) },
    "CONTENT_TYPE_UNSUPPORTED",
  ],
  [
    "an upload without credentials",
    { path: UPLOAD, type: "application/json", body: json(MIB) },
    "ADMIN_UNAUTHENTICATED",
  ],
  [
    "no such method",
    { path: CHECK.replace("Check", "Nothing"), type: "application/json", body: json(MIB) },
    "UNIMPLEMENTED",
  ],
  ["no such path", { path: "/nothing", type: "text/plain", body: json(MIB) }, "NOT_FOUND"],
  ["the wrong verb", { path: "/healthz", type: "text/plain", body: json(MIB) }, "use GET"],
  [
    "a webhook's body that is too large",
    { path: "/oauth/apple/notifications/demo", type: "text/plain", body: json(MIB) },
    "REQUEST_TOO_LARGE",
  ],
  [
    "a form of another site",
    { path: "/p/demo/reset", type: "application/json", body: json(MIB) },
    "<!doctype html>",
  ],
];

function head({ path, type }: Request, ...fields: string[]): string {
  return [`POST ${path} HTTP/1.1`, "host: x", `content-type: ${type}`, ...fields, "", ""].join("\r\n");
}

function length(body: Buffer): string {
  return `content-length: ${body.length}`;
}

function chunked(body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from("\r\n")]);
}

/** Either the next request on the connection is served, or the answer said that there is none. */
async function expectNoDoubt(answer: RawAnswer | undefined, content: string): Promise<void> {
  expect(answer?.body.toString("latin1")).toContain(content);
  if (answer?.headers.connection === "close") {
    expect(await connection.closing()).toBe("ended");
    return;
  }
  await connection.write("GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n");
  expect((await connection.answer("GET"))?.body.toString()).toBe('{"status":"SERVING"}');
}

describe.each(EARLY)("over HTTP/1.1, %s", (_name, request, content) => {
  test("leaves the connection in no doubt", async () => {
    connection = await KeepAliveConnection.open(server.port);
    await connection.write(head(request, length(request.body)));
    await connection.write(request.body);
    await expectNoDoubt(await connection.answer(), content);
  });

  test("in chunks whose end comes late leaves the connection in no doubt", async () => {
    connection = await KeepAliveConnection.open(server.port);
    await connection.write(head(request, "transfer-encoding: chunked"));
    await connection.write(chunked(request.body));
    await connection.write("0\r\n\r\n");
    await expectNoDoubt(await connection.answer(), content);
  });

  test("whose rest never comes is answered, and the connection closes", async () => {
    connection = await KeepAliveConnection.open(server.port);
    await connection.write(head(request, length(request.body)));
    await connection.write(request.body.subarray(0, -1));
    const answer = await connection.answer();
    expect(answer?.headers.connection).toBe("close");
    await expectNoDoubt(answer, content);
  });
});

test("an answer reaches a caller that sends 12 MiB before it reads anything", async () => {
  const request = { path: UPLOAD, type: "application/json", body: json(12 * MIB) };
  connection = await KeepAliveConnection.open(server.port);
  const read = connection.holdBack();
  await connection.write(head(request, length(request.body)));
  await connection.write(request.body);
  read();
  await expectNoDoubt(await connection.answer(), "ADMIN_UNAUTHENTICATED");
});

test("an answer reaches a caller whose headers are too long, whatever it sends after them", async () => {
  connection = await KeepAliveConnection.open(server.port);
  const read = connection.holdBack();
  await connection.write(`GET / HTTP/1.1\r\nhost: x\r\nx-big: ${"x".repeat(20_000)}`);
  await connection.write("x".repeat(MIB));
  read();
  expect((await connection.answer("GET"))?.status).toBe(431);
  expect(await connection.closing()).toBe("ended");
});

test("what follows an answer that closes is not taken for a request", async () => {
  const request = { path: WATCH, type: "text/plain", body: Buffer.alloc(10) };
  connection = await KeepAliveConnection.open(server.port);
  await connection.write(head(request, length(request.body)));
  expect((await connection.answer())?.headers.connection).toBe("close");
  await connection.write(`0123456789${"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n".repeat(3)}`);
  expect(await connection.answer("GET")).toBeUndefined();
});

test("over HTTP/2, a connection serves on after every early answer, and after many at once", async () => {
  const session = connectHttp2(server.url, { maxSessionMemory: 1000 }); // 80 MB are on their way at once
  session.setMaxListeners(100);
  const send = ({ path, type, body }: Request): Promise<RawAnswer> =>
    http2Request(session, { path, headers: { "content-type": type }, body });
  try {
    for (const [name, request, content] of EARLY) {
      const answer = await send(request);
      expect(answer.body.toString("latin1"), name).toContain(content);
      expect((await http2Request(session, { method: "GET", path: "/healthz" })).status, name).toBe(200);
    }
    const [, largest] = EARLY.find(([name]) => name === `Watch as Connect, ${4 * MIB} bytes`) ?? [];
    if (!largest) throw new Error("it is gone");
    const many = await Promise.all(Array.from({ length: 20 }, () => send(largest)));
    expect(many.filter(({ body }) => body.includes("REQUEST_TOO_LARGE"))).toHaveLength(20);
    expect((await http2Request(session, { method: "GET", path: "/healthz" })).status).toBe(200);
  } finally {
    session.destroy();
  }
});

describe("Watch whose body has not ended keeps its deadline", () => {
  const late = { path: WATCH, type: "application/connect+json", body: frame(Buffer.from("{}")) };

  test("over HTTP/1.1, and the connection closes", async () => {
    connection = await KeepAliveConnection.open(server.port);
    await connection.write(head(late, "transfer-encoding: chunked", "connect-timeout-ms: 50"));
    await connection.write(chunked(late.body));
    const answer = await connection.answer();
    expect(answer?.headers.connection).toBe("close");
    await expectNoDoubt(answer, "DEADLINE_EXCEEDED");
  });

  test.each([
    ["application/connect+json", "connect-timeout-ms", "50"],
    ["application/grpc", "grpc-timeout", "50m"],
    ["application/grpc-web", "grpc-timeout", "50m"],
  ])("over HTTP/2 as %s, and the stream ends", async (type, name, timeout) => {
    const session = connectHttp2(server.url);
    const stream = session.request({
      ":method": "POST",
      ":path": WATCH,
      "content-type": type,
      [name]: timeout,
    });
    const closed = new Promise((resolve) => stream.on("close", resolve));
    let told = "";
    stream.on("trailers", (trailers) => {
      told += `grpc-status: ${trailers["grpc-status"]}`;
    });
    stream.on("data", (chunk: Buffer) => {
      told += chunk.toString("latin1");
    });
    stream.write(type === "application/connect+json" ? late.body : frame(Buffer.alloc(0)));
    await closed;
    expect(told).toMatch(/DEADLINE_EXCEEDED|grpc-status: 4/);
    session.destroy();
  });
});

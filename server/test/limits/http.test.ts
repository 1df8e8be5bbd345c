import { once } from "node:events";
import { connect, constants } from "node:http2";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createListener } from "../../src/http/listener.ts";
import { type FrontServer, openFront } from "../protocols/front-server.ts";
import { CHECK, rawCall } from "../protocols/raw-call.ts";
import { exchange, http2Request, rawSocket } from "../protocols/raw-http.ts";

let front: FrontServer;
/** The same with no patience. Only for tests of patience: its limits could close what another limit should. */
let hasty: FrontServer;
beforeAll(async () => {
  front = await openFront();
  hasty = await openFront({}, createListener({ firstBytesMs: 60, headersMs: 80, sessionIdleMs: 60 }));
});
afterAll(() => Promise.all([front.listener.drain(), hasty.listener.drain()]));

const serves = async () =>
  expect(await rawCall(front.url, { contentType: "application/json" })).toMatchObject({ status: "Ok" });
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);

describe("a connection that wastes time", () => {
  test("sends nothing and is closed", async () => {
    const { closed } = await rawSocket(hasty.port);
    expect(await closed).toBe("");
  });

  test("sends half of HTTP/2's preface and is closed", async () => {
    const { socket, closed } = await rawSocket(hasty.port);
    socket.write("PRI * HT");
    expect(await closed).toBe("");
  });

  test("does not finish its headers and is told so", async () => {
    const { socket, closed } = await rawSocket(hasty.port);
    socket.write(`POST ${CHECK} HTTP/1.1\r\nhost: x\r\nx-slow: `);
    expect(statusOf(await closed)).toBe(408);
  });

  test("opens an HTTP/2 session without a stream and is sent away", async () => {
    const session = connect(hasty.url);
    const [code] = await once(session, "goaway");
    expect(code).toBe(0);
    await once(session, "close");
  });

  test("dribbles its request in byte by byte and is served", async () => {
    const { socket, closed } = await rawSocket(front.port);
    for (const byte of `POST ${CHECK} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}`) {
      socket.write(byte);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(statusOf(await closed)).toBe(200);
  });
});

describe("headers", () => {
  test("over 16 KiB are 431 on HTTP/1.1", async () => {
    const answer = await exchange(
      front.port,
      `GET /healthz HTTP/1.1\r\nhost: x\r\nx-big: ${"x".repeat(17_000)}\r\n\r\n`,
    );
    expect(statusOf(answer)).toBe(431);
  });

  test.each([
    ["over 16 KiB", { "x-big": "x".repeat(17_000) }],
    ["of 100 fields", Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`x-${i}`, "x"]))],
  ])("%s never become a call on HTTP/2", async (_name, headers) => {
    front.logLines.length = 0;
    const outcome = await http2Request(front.url, {
      path: CHECK,
      headers: { "content-type": "application/json", ...headers },
    }).then(
      ({ status }) => status,
      () => "reset",
    );
    expect(["reset", 431]).toContain(outcome);
    expect(front.logLines).toEqual([]);
    await serves();
  });

  test.each([
    ["length and chunks", "content-length: 2\r\ntransfer-encoding: chunked"],
    ["two lengths", "content-length: 2\r\ncontent-length: 3"],
    ["a length that is no number", "content-length: +2"],
    ["an unknown transfer encoding", "transfer-encoding: gzip, nope"],
    ["chunked that is not last", "transfer-encoding: chunked, gzip"],
    ["a folded line", "x-a: 1\r\n folded: 2"],
    ["a space before the colon", "x-a : 1"],
    ["a bare carriage return", "x-a: 1\rx-b: 2"],
    ["a NUL", "x-a: \0"],
  ])("with %s are 400", async (_name, fields) => {
    const answer = await exchange(
      front.port,
      `POST ${CHECK} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${fields}\r\n\r\n{}`,
    );
    expect(statusOf(answer)).toBe(400);
  });

  test("without a host are 400", async () => {
    expect(statusOf(await exchange(front.port, "GET /healthz HTTP/1.1\r\n\r\n"))).toBe(400);
  });
});

describe("HTTP/2", () => {
  test("2,000 streams that are opened and reset close the connection; others are served meanwhile", async () => {
    const session = connect(front.url);
    const codes: number[] = [];
    session.on("goaway", (code) => codes.push(code));
    session.on("error", () => {});
    const ended = new Promise<void>((resolve) => session.on("close", () => resolve()));
    await once(session, "connect");
    for (let i = 0; i < 2000 && !session.destroyed; i++) {
      const stream = session.request({
        ":method": "POST",
        ":path": CHECK,
        "content-type": "application/json",
      });
      stream.on("error", () => {});
      stream.close(8);
      if (i % 100 === 0) await serves();
    }
    await ended;
    expect(codes).toEqual([constants.NGHTTP2_INTERNAL_ERROR]); // what Node says for too many resets
    await serves();
  });

  test("of a trusted proxy goes on however many of its callers reset their streams", async () => {
    const behind = await openFront({}, createListener({}, { isProxy: () => true }));
    const session = connect(behind.url);
    session.on("error", () => {});
    await once(session, "connect");
    for (let i = 0; i < 2000; i++) {
      const headers = { ":method": "POST", ":path": CHECK, "content-type": "application/json" };
      const stream = session.request(headers);
      stream.on("error", () => {});
      stream.close(8);
      if (i % 20 === 0) await rawCall(session, { contentType: "application/json" });
    }
    expect(await rawCall(session, { contentType: "application/json" })).toMatchObject({ status: "Ok" });
    session.close();
    await behind.listener.drain();
  });

  test("bytes that are no frames close the connection", async () => {
    const { socket, closed } = await rawSocket(front.port);
    socket.write(`PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${"garbage ".repeat(100)}`);
    await closed;
    await serves();
  });
});

describe("paths", () => {
  const get = (target: string, method = "GET") =>
    exchange(front.port, `${method} ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);

  test.each([
    `/${CHECK}`,
    `/.${CHECK}`,
    `/x/..${CHECK}`,
    CHECK.toLowerCase(),
    `${CHECK}/`,
    `${CHECK}.`,
    `${CHECK};x`,
    CHECK.replace("/Check", "%2fCheck"),
    CHECK.replace("Check", "%43heck"),
    CHECK.replaceAll("/", "\\"),
    `http://evil.example${CHECK}`,
    "/healthz%00",
    "//healthz",
    "/%2e/healthz",
    "*",
  ])("%s is not found", async (target) => {
    const method = target === "*" ? "OPTIONS" : "POST";
    const fields = "host: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 2";
    const answer = await exchange(front.port, `${method} ${target} HTTP/1.1\r\n${fields}\r\n\r\n{}`);
    expect([400, 404]).toContain(statusOf(answer));
    expect(answer).not.toContain("SERVING");
  });

  test("TRACE repeats nothing", async () => {
    const answer = await exchange(
      front.port,
      "TRACE / HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer x\r\n\r\n",
    );
    expect(statusOf(answer)).toBe(404);
    expect(answer).not.toContain("Bearer");
  });

  test("CONNECT tunnels nowhere", async () => {
    expect(await get("example.com:443", "CONNECT")).not.toContain("200");
  });

  test("an upgrade to another protocol is not taken up", async () => {
    const answer = await exchange(
      front.port,
      "GET /nothing HTTP/1.1\r\nhost: x\r\nconnection: close, Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABk\r\n\r\n",
    );
    expect(statusOf(answer)).toBe(404);
  });

  test("what is not found is told as problem+json that nobody stores or sniffs", async () => {
    const answer = await fetch(`${front.url}/nothing`, { method: "POST", body: "x" });
    expect(answer.status).toBe(404);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "application/problem+json",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    expect(await answer.json()).toMatchObject({
      status: 404,
      reason: "NOT_FOUND",
      metadata: { resource: "path" },
    });
  });
});

test("a handler that throws costs its own request and nothing else, over both versions of HTTP", async () => {
  const listener = createListener();
  const fail = (): never => {
    throw new Error("a bug");
  };
  listener.serve(
    (request, response) => (request.url === "/bug" ? fail() : void response.end("fine")),
    (_stream, headers) => headers[":path"] === "/bug" && fail(),
  );
  const port = await listener.listen({ host: "127.0.0.1", port: 0 });
  expect(await exchange(port, "GET /bug HTTP/1.1\r\nhost: x\r\n\r\n")).toBe("");
  const session = connect(`http://127.0.0.1:${port}`);
  const stream = session.request({ ":path": "/bug" });
  stream.on("error", () => {});
  await new Promise((resolve) => stream.on("close", resolve));
  expect(stream.rstCode).toBe(constants.NGHTTP2_INTERNAL_ERROR);
  const next = session.request({ ":path": "/" });
  expect((await once(next, "response"))[0][":status"]).toBe(200);
  session.destroy();
  await listener.drain();
});

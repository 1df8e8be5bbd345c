import { once } from "node:events";
import { connect } from "node:http2";
import { connect as connectTcp } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createListener } from "../../src/http/listener.ts";
import { type FrontServer, openFront } from "../protocols/front-server.ts";
import { CHECK, rawCall } from "../protocols/raw-call.ts";
import { rawSocket } from "../protocols/raw-http.ts";

let front: FrontServer;
let arrived: PromiseWithResolvers<void>;
let finish: PromiseWithResolvers<void>;
beforeEach(async () => {
  arrived = Promise.withResolvers();
  finish = Promise.withResolvers();
  front = await openFront(
    {
      async slow() {
        arrived.resolve();
        await finish.promise;
      },
    },
    createListener({ drainMs: 200 }),
  );
});
afterEach(() => front.listener.drain().catch(() => {}));

const slow = Buffer.from('{"service":"slow"}');
const request = `POST ${CHECK} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${slow.length}\r\n\r\n${slow}`;
const isRefused = async () =>
  expect(fetch(`${front.url}/healthz`)).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });

test("an HTTP/1.1 call in flight finishes and is told that the connection closes", async () => {
  const { socket, closed } = await rawSocket(front.port);
  socket.write(request);
  await arrived.promise;
  const drained = front.listener.drain();
  await isRefused();
  finish.resolve();

  expect(await closed).toMatch(/^HTTP\/1.1 200 OK.*\r\nConnection: close\r\n.*SERVING/is);
  await drained;
});

test("an HTTP/2 call in flight finishes after GOAWAY", async () => {
  const session = connect(front.url);
  const goaway = once(session, "goaway");
  const call = rawCall(session, { contentType: "application/json", body: slow });
  await arrived.promise;
  const drained = front.listener.drain();
  const [code] = await goaway;
  await isRefused();
  finish.resolve();

  expect(code).toBe(0);
  expect(await call).toMatchObject({ status: "Ok" });
  await drained;
});

test("idle connections do not delay the end", async () => {
  const patient = await openFront({}, createListener({ firstBytesMs: 600_000, drainMs: 600_000 }));
  const silent = await rawSocket(patient.port);
  const idle = await rawSocket(patient.port);
  idle.socket.write(request.replace(String(slow), "{}".padEnd(slow.length)));
  await once(idle.socket, "data");
  const session = connect(patient.url);
  await rawCall(session, { contentType: "application/json" });

  await patient.listener.drain();
  expect(await silent.closed).toBe("");
  expect(await idle.closed).toContain("SERVING");
});

test("a peer that keeps its half of an HTTP/2 connection open does not delay the end", async () => {
  const patient = await openFront({}, createListener({ drainMs: 600_000 }));
  const socket = connectTcp({ port: patient.port, host: "127.0.0.1", allowHalfOpen: true });
  const emptySettings = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]);
  socket.write(Buffer.concat([Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), emptySettings]));
  socket.on("error", () => {});
  await once(socket, "data");

  await patient.listener.drain();
  socket.destroy();
});

test("a call that does not finish is cut off in the end", async () => {
  const { socket, closed } = await rawSocket(front.port);
  socket.write(request);
  await arrived.promise;
  await front.listener.drain();
  expect(await closed).toBe("");
  finish.resolve();
});

test("a port that never served is closed, with what waits on it", async () => {
  const listener = createListener();
  const port = await listener.listen({ host: "127.0.0.1", port: 0 });
  const { socket, closed } = await rawSocket(port);
  socket.write(request);
  listener.abandon();
  expect(await closed).toBe("");
});

test("a port in use is refused", async () => {
  await expect(createListener().listen({ host: "127.0.0.1", port: front.port })).rejects.toMatchObject({
    code: "EADDRINUSE",
  });
});

import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:http2";
import { text } from "node:stream/consumers";
import { credentials, makeClientConstructor } from "@grpc/grpc-js";
import { expect, onTestFinished, test } from "vitest";
import { spreadAge } from "../../src/http/connection-age.ts";
import { createConnectionLimit } from "../../src/http/connection-limit.ts";
import { createListener } from "../../src/http/listener.ts";
import { type FrontServer, openFront } from "./front-server.ts";
import { CHECK, frame } from "./raw-call.ts";
import { rawSocket } from "./raw-http.ts";

const AGE_MS = 60;

/** A front whose connections get that old, and how many it has accepted. */
async function openAging(
  behaviours: Parameters<typeof openFront>[0] = {},
): Promise<FrontServer & { accepted: () => number }> {
  const limit = createConnectionLimit(1_000);
  let accepted = 0;
  const connections = {
    ...limit,
    take() {
      accepted++;
      return limit.take();
    },
  };
  const front = await openFront(behaviours, createListener({ maxAgeMs: AGE_MS }, { connections }));
  onTestFinished(() => front.listener.drain());
  return { ...front, accepted: () => accepted };
}

test("an old HTTP/2 connection gets a GOAWAY that refuses no stream, and closes after its last call", async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const front = await openAging({ slow: () => released });
  const session = connect(front.url);
  const goaways: [code: number, lastStreamId: number][] = [];
  session.on("goaway", (code, lastStreamId) => goaways.push([code, lastStreamId]));
  const closed = once(session, "close");
  const call = session.request({ ":method": "POST", ":path": CHECK, "content-type": "application/json" });
  call.end('{"service":"slow"}');
  await expect
    .poll(() => goaways)
    .toEqual([
      [0, 2 ** 31 - 1],
      [0, 1],
    ]);
  expect(session.destroyed).toBe(false);
  release();
  expect(JSON.parse(await text(call))).toEqual({ status: "SERVING" });
  await closed;
});

test("an old HTTP/2 connection without calls closes at once", async () => {
  const front = await openAging();
  const session = connect(front.url);
  const goaways: number[] = [];
  session.on("goaway", (_code, lastStreamId) => goaways.push(lastStreamId));
  const begun = performance.now();
  await once(session, "close");
  expect(goaways[0]).toBe(0); // no stream was begun
  expect(performance.now() - begun).toBeLessThan(5_000);
});

test("of calls in one packet on an old HTTP/1.1 connection, only those that are answered are run", async () => {
  let runs = 0;
  const front = await openAging({
    counted: () => {
      runs++;
    },
  });
  const { socket, closed } = await rawSocket(front.port);
  const body = '{"service":"counted"}';
  const call = `POST ${CHECK} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  socket.write(call);
  await new Promise((resolve) => setTimeout(resolve, 2 * AGE_MS));
  socket.write(call.repeat(3));
  expect((await closed).match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
  expect(runs).toBe(2);
});

test("a gRPC client that calls all the time moves to new connections, and none of its calls fails", async () => {
  const front = await openAging();
  const bytes = { serialize: (value: Buffer) => value, deserialize: (value: Buffer) => value };
  const Client = makeClientConstructor(
    {
      check: {
        path: CHECK,
        requestStream: false,
        responseStream: false,
        requestSerialize: bytes.serialize,
        requestDeserialize: bytes.deserialize,
        responseSerialize: bytes.serialize,
        responseDeserialize: bytes.deserialize,
      },
    },
    "Health",
  );
  const client = new Client(new URL(front.url).host, credentials.createInsecure(), {
    "grpc.initial_reconnect_backoff_ms": 10,
    "grpc.min_reconnect_backoff_ms": 10,
  });
  onTestFinished(() => client.close());
  const check = (): Promise<void> =>
    new Promise((resolve, reject) => {
      client.check?.(Buffer.alloc(0), (error: Error | null) => (error ? reject(error) : resolve()));
    });
  const caller = async (): Promise<void> => {
    while (front.accepted() < 8) await check();
  };
  await Promise.all(Array.from({ length: 16 }, caller));
});

test("an old HTTP/1.1 connection is closed with an answer, and no call fails", async () => {
  const front = await openAging();
  const agent = new Agent({ keepAlive: true, maxSockets: 2 });
  onTestFinished(() => agent.destroy());
  const check = async (): Promise<string | undefined> => {
    const call = request(`${front.url}${CHECK}`, {
      agent,
      method: "POST",
      headers: { "content-type": "application/grpc-web" },
    });
    call.end(frame(Buffer.alloc(0)));
    const [answer] = await once(call, "response");
    await text(answer);
    return answer.headers.connection;
  };
  const seen = new Set<string | undefined>();
  const caller = async (): Promise<void> => {
    while (front.accepted() < 8) seen.add(await check());
  };
  await Promise.all([caller(), caller()]);
  expect(seen).toEqual(new Set(["keep-alive", "close"]));
});

test("connections get between nine and eleven tenths of the age, and never more than a timer can wait", () => {
  expect([spreadAge(1000, 0), spreadAge(1000, 0.5), spreadAge(1000, 1)]).toEqual([900, 1000, 1100]);
  expect(spreadAge(365 * 86_400_000, 1)).toBe(2 ** 31 - 1);
});

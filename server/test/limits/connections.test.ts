import { once } from "node:events";
import { connect as connectHttp2 } from "node:http2";
import { connect as connectTcp, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { openPorts, type Ports } from "../../src/http/ports.ts";
import { freePort } from "../../src/testing/postgres.ts";
import { ServedInstance } from "../served-instance.ts";

let ports: Ports | undefined;
afterEach(() => ports?.drain());

async function connected(port: number): Promise<Socket> {
  const socket = connectTcp({ port, host: "127.0.0.1" });
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

async function ask(socket: Socket): Promise<string> {
  socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
  const [first] = await once(socket, "data");
  return String(first).slice(0, 15);
}

test("above the limit new connections are closed, open ones are served, and a place that becomes free is taken", async () => {
  const address = { host: "127.0.0.1", port: 0 };
  const admission = { maxConnections: 2, isProxy: () => false };
  ports = await openPorts([{ kind: "plain", address, setting: "--addr" }], admission, (error) => error);
  let refused = 0;
  ports.serve({
    handle: (_request, response) => void response.end("here"),
    handleStream: () => false,
    redirect: () => {},
    caught: () => {},
    connectionRefused: () => {
      refused += 1;
    },
  });
  const first = await connected(ports.port);
  const second = await connected(ports.port);
  expect(await ask(second)).toBe("HTTP/1.1 200 OK");
  expect(ports.connections()).toBe(2);

  const third = await connected(ports.port);
  await once(third, "close");
  expect(refused).toBe(1);
  expect(await ask(first)).toBe("HTTP/1.1 200 OK");

  first.destroy();
  await expect.poll(() => ports?.connections(), { timeout: 60_000 }).toBe(1);
  expect(await ask(await connected(ports.port))).toBe("HTTP/1.1 200 OK");
});

test("a connection of a server with max_connection_age gets a GOAWAY at that age", async () => {
  const server = await ServedInstance.create({ SVC_MAX_CONNECTION_AGE: "1s" });
  try {
    await server.start();
    const session = connectHttp2(server.url);
    expect((await once(session, "goaway"))[0]).toBe(0);
    await once(session, "close");
  } finally {
    await server.close();
  }
});

test("the setting limits the server, which says so once and counts every one", async () => {
  const metricsAddr = `127.0.0.1:${await freePort()}`;
  const env = { SVC_MAX_CONNECTIONS: "1", SVC_METRICS_ADDR: metricsAddr };
  const server = await ServedInstance.create(env);
  try {
    await server.start();
    const port = Number(new URL(server.url).port);
    const held = await connected(port);
    expect(await ask(held)).toBe("HTTP/1.1 302 Fo");
    for (let n = 0; n < 3; n++) await once(await connected(port), "close");
    await server.running.says(/too many connections; new ones are closed setting=max_connections/);
    const metrics = await (await fetch(`http://${metricsAddr}/metrics`)).text();
    expect(metrics).toMatch(/^svc_connections 1$/m);
    expect(metrics).toMatch(/^svc_connections_refused_total 3$/m);
    held.destroy();
    await server.stop();
    const { stderr } = await server.running.finished;
    expect(stderr.match(/too many connections/g)).toHaveLength(1);
  } finally {
    await server.close();
  }
});

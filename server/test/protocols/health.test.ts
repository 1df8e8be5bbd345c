import { createClient, type Transport } from "@connectrpc/connect";
import {
  createConnectTransport,
  createGrpcTransport,
  createGrpcWebTransport,
} from "@connectrpc/connect-node";
import * as web from "@connectrpc/connect-web";
import { Health, HealthCheckResponse_ServingStatus as Status } from "@svc/proto/grpc/health/v1/health_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { failureOf } from "../../src/testing/reason-of.ts";
import { openService, type ServiceServer } from "./service-server.ts";

let server: ServiceServer;
beforeEach(async () => {
  server = await openService();
});
afterEach(() => server.close());

const clientOf = (transport: Transport) => createClient(Health, transport);
const grpc = () => clientOf(createGrpcTransport({ baseUrl: server.url }));

async function healthz(): Promise<[number, string]> {
  const answer = await fetch(`${server.url}/healthz`);
  return [answer.status, ((await answer.json()) as { status: string }).status];
}

test("/healthz, Check, List and Watch agree while the server serves", async () => {
  const { statuses } = await grpc().list({});
  const watch = grpc().watch({})[Symbol.asyncIterator]();

  expect(await healthz()).toEqual([200, "SERVING"]);
  expect((await grpc().check({})).status).toBe(Status.SERVING);
  expect((await watch.next()).value?.status).toBe(Status.SERVING);
  expect(Object.keys(statuses)).toEqual(
    expect.arrayContaining(["", "svc.auth.v1.AuthService", "svc.admin.v1.ProjectService"]),
  );
  for (const name of Object.keys(statuses)) {
    expect((await grpc().check({ service: name })).status).toBe(statuses[name]?.status);
    expect(statuses[name]?.status).toBe(Status.SERVING);
  }
  await watch.return?.();
});

test("/healthz, Check, List and Watch agree once the server drains", async () => {
  server.service.beginDrain();
  const watched: Status[] = [];
  for await (const { status } of grpc().watch({ service: "svc.auth.v1.AuthService" })) watched.push(status);

  expect(await healthz()).toEqual([503, "NOT_SERVING"]);
  expect((await grpc().check({})).status).toBe(Status.NOT_SERVING);
  expect(watched).toEqual([Status.NOT_SERVING]);
  for (const { status } of Object.values((await grpc().list({})).statuses))
    expect(status).toBe(Status.NOT_SERVING);
});

test("an unknown service is NOT_FOUND to Check and SERVICE_UNKNOWN to Watch", async () => {
  expect(await failureOf(grpc().check({ service: "acme.Nothing" }))).toEqual({
    code: "NotFound",
    reason: "NOT_FOUND",
    metadata: { resource: "service" },
  });
  const watch = grpc().watch({ service: "acme.Nothing" })[Symbol.asyncIterator]();
  expect((await watch.next()).value?.status).toBe(Status.SERVICE_UNKNOWN);
  server.service.beginDrain();
  expect((await watch.next()).done).toBe(true);
});

describe("Watch tells the change to NOT_SERVING and then ends", () => {
  test.each<[string, (baseUrl: string) => Transport]>([
    ["gRPC, HTTP/2", (baseUrl) => createGrpcTransport({ baseUrl })],
    ["gRPC-Web, HTTP/1.1", (baseUrl) => createGrpcWebTransport({ baseUrl, httpVersion: "1.1" })],
    ["gRPC-Web, HTTP/2", (baseUrl) => createGrpcWebTransport({ baseUrl, httpVersion: "2" })],
    [
      "Connect JSON, HTTP/1.1",
      (baseUrl) => createConnectTransport({ baseUrl, httpVersion: "1.1", useBinaryFormat: false }),
    ],
    ["Connect binary, HTTP/2", (baseUrl) => createConnectTransport({ baseUrl, httpVersion: "2" })],
    ["connect-web, gRPC-Web", (baseUrl) => web.createGrpcWebTransport({ baseUrl })],
  ])("%s", async (_name, transportTo) => {
    const seen: Status[] = [];
    for await (const { status } of clientOf(transportTo(server.url)).watch({})) {
      seen.push(status);
      server.service.beginDrain();
    }
    expect(seen).toEqual([Status.SERVING, Status.NOT_SERVING]);
  });
});

test("a caller who leaves Watch leaves nothing in the log", async () => {
  const aborter = new AbortController();
  const watch = grpc().watch({}, { signal: aborter.signal })[Symbol.asyncIterator]();
  await watch.next();
  aborter.abort();
  await watch.next().catch(() => {});
  await server.close();
  expect(server.t.logLines.join("")).not.toContain("stream failed");
  server = await openService();
});

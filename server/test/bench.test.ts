import { createServer as createHttp } from "node:http";
import { createServer as createHttp2, type ServerHttp2Stream } from "node:http2";
import type { AddressInfo, Server } from "node:net";
import { afterAll, expect, test } from "vitest";
import { combinedRate, type Figure } from "../../bench/figure.ts";
import { startGenerator } from "../../bench/generator/generator.ts";
import type { Order, WireName } from "../../bench/generator/order.ts";
import { frameMessage } from "../../bench/generator/token-chain.ts";
import { printTable } from "../../bench/table.ts";
import { missed } from "../../bench/verdict.ts";

const MESSAGE = frameMessage(Buffer.from("hello"));
const seen: string[] = [];
const isRefused = (path: string): boolean => path.endsWith("/refused");

const http1 = createHttp((request, response) => {
  seen.push(`${request.method} ${request.url} ${request.headers.authorization}`);
  request.resume().on("end", () => {
    response.writeHead(isRefused(request.url ?? "") ? 401 : 200).end("{}");
  });
});
const http2 = createHttp2().on("stream", (stream: ServerHttp2Stream, headers) => {
  const path = headers[":path"] ?? "";
  seen.push(`${headers[":method"]} ${path} ${headers.authorization}`);
  stream.resume().on("end", () => {
    if (isRefused(path)) return stream.respond({ ":status": 200, "grpc-status": "16" }, { endStream: true });
    stream.respond({ ":status": 200 }, { waitForTrailers: true });
    stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
    return stream.end(MESSAGE);
  });
});
const generator = startGenerator();
afterAll(() => {
  generator.stop();
  http1.close();
  http2.close();
});

const portOf = async (server: Server): Promise<number> => {
  if (!server.listening) await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
};
const orderFor = async (wire: WireName, paths: readonly string[]): Promise<Order> => ({
  ...{ host: "127.0.0.1", port: await portOf(wire === "JSON" ? http1 : http2), wire },
  ...{ clients: 8, warmUpMs: 0, ms: 30_000, use: "once" },
  calls: paths.map((path) => ({
    path,
    headers: { authorization: `Bearer ${"t".repeat(500)}` },
    body: MESSAGE.toString("base64"),
  })),
});

test.each(["JSON", "gRPC"] as const)(
  "the load generator counts answers and refusals over %s",
  async (wire) => {
    seen.length = 0;
    const paths = Array.from({ length: 300 }, (_, n) => (n % 3 === 0 ? `/call-${n}/refused` : `/call-${n}`));
    const outcome = await generator.run(await orderFor(wire, paths));
    expect(outcome).toMatchObject({ answered: 200, refused: 100 });
    expect(outcome.p50).toBeGreaterThan(0);
    expect(outcome.p99).toBeGreaterThanOrEqual(outcome.p50);
    const expected = paths.map((path) => `POST ${path} Bearer ${"t".repeat(500)}`);
    expect(seen.toSorted()).toEqual(expected.toSorted());
  },
);

test("a limit of several parts adds up their times", () => {
  expect(combinedRate(1000, 1000)).toBeCloseTo(500);
  expect(combinedRate(20_000, 15_000, 60_000)).toBeCloseTo(7500);
});

test("a bar that is missed is told, one that is met is ok", () => {
  const figures: Figure[] = [
    { name: "fast", value: 50, unit: "/s", limit: 100, bars: [{ of: "ratio", atLeast: 0.4 }] },
    { name: "slow", value: 30, unit: "/s", limit: 100, bars: [{ of: "ratio", atLeast: 0.4 }] },
    { name: "long", value: 30, unit: "ms", limit: 10, bars: [{ of: "ratio", atMost: 2 }] },
    { name: "none", value: Number.NaN, unit: "/s", bars: [{ of: "value", atLeast: 1 }] },
  ];
  expect(missed(figures)).toEqual([
    "slow: 0.300 x, not >= 0.4 x",
    "long: 3.00 x, not <= 2 x",
    "none: NOT RUN /s, not >= 1",
  ]);
  const verdicts = printTable(figures)
    .split("\n")
    .flatMap((line) => /\b(?:ok|MISS)\b.*/.exec(line)?.[0] ?? []);
  expect(verdicts).toEqual(["ok >= 0.4 x", "MISS >= 0.4 x", "MISS <= 2 x", "MISS >= 1"]);
});

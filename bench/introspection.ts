import { createServer, type ServerHttp2Stream } from "node:http2";
import type { AddressInfo } from "node:net";
import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { TokenService } from "@svc/proto/svc/server/v1/token_pb";
import type { Figure, Section } from "./figure.ts";
import { closedLoop } from "./load.ts";
import { startBenchServer } from "./server-process.ts";
import { grpcWire, jsonWire } from "./wire.ts";

const WORKERS = 32;
const MS = 4_000;

/** Online verification, beside what the same client gets from an HTTP/2 server that does nothing. */
export const introspection: Section = {
  about: `IntrospectToken, ${WORKERS} callers, beside a bare HTTP/2 server with trailers in this run`,
  async run() {
    const ceiling = await bareHttp2();
    const server = await startBenchServer();
    const wires = [grpcWire(server.url), jsonWire(server.url)];
    try {
      const guest = await wires[1]?.call(
        AuthService.method.signInAnonymously,
        {},
        { "x-svc-key": server.publishableKey },
      );
      const request = { token: guest?.accessToken ?? "" };
      const key = { "x-svc-key": server.secretKey };
      const figures: Figure[] = [{ name: "bare HTTP/2", value: ceiling, unit: "/s" }];
      for (const wire of wires) {
        let inactive = 0;
        const load = await closedLoop(WORKERS, MS, async () => {
          const answer = await wire.call(TokenService.method.introspectToken, request, key);
          if (!answer?.active) inactive += 1;
          return answer !== undefined;
        });
        figures.push(
          { name: `IntrospectToken, ${wire.name}`, value: load.perSecond, unit: "/s", limit: ceiling },
          { name: `IntrospectToken p50, ${wire.name}`, value: load.p50, unit: "ms" },
          { name: `IntrospectToken p99, ${wire.name}`, value: load.p99, unit: "ms" },
          { name: `valid tokens called inactive, ${wire.name}`, value: inactive, unit: "answers" },
        );
      }
      return figures;
    } finally {
      for (const wire of wires) wire.close();
      await server.stop();
    }
  },
};

/** In this process, so the client pays for both; a ceiling all the same. */
async function bareHttp2(): Promise<number> {
  const frame = Buffer.alloc(5);
  const bare = createServer();
  bare.on("stream", (stream: ServerHttp2Stream) => {
    stream.resume();
    stream.on("end", () => {
      stream.respond({ ":status": 200, "content-type": "application/grpc" }, { waitForTrailers: true });
      stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
      stream.end(frame);
    });
  });
  await new Promise<void>((resolve) => bare.listen(0, "127.0.0.1", resolve));
  const wire = grpcWire(`http://127.0.0.1:${(bare.address() as AddressInfo).port}`);
  const { perSecond } = await closedLoop(WORKERS, MS, async () => {
    await wire.call(TokenService.method.introspectToken, { token: "x" }, {});
    return true;
  });
  wire.close();
  await new Promise((resolve) => bare.close(resolve));
  return perSecond;
}

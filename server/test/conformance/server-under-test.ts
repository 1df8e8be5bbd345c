import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import type { ConnectRouter } from "@connectrpc/connect";
import { createListener, createSecureListener, type Listener } from "../../src/http/listener.ts";
import { requestListener } from "../../src/http/routes.ts";
import { createMetrics } from "../../src/metrics/metrics.ts";
import type { CallContext } from "../../src/rpc/context.ts";
import type { Exchange } from "../../src/rpc/front/exchange.ts";
import { exchangeOf } from "../../src/rpc/front/exchange-of.ts";
import { Http2Exchange } from "../../src/rpc/front/http2-exchange.ts";
import { askedTimeoutMs } from "../../src/rpc/front/timeout.ts";
import { serveUnary } from "../../src/rpc/front/unary.ts";
import { answerWireOf } from "../../src/rpc/front/wire.ts";
import type { Route } from "../../src/rpc/route.ts";
import { rpcListener, unaryFront } from "../../src/rpc/serve.ts";
import { streamHandlers } from "../../src/rpc/streams.ts";
import { Admission } from "../../src/runtime/admission.ts";
import { createLog } from "../../src/runtime/log.ts";
import { clientIpReader } from "../../src/wire/client-ip.ts";
import { withTrailers } from "./exchange-with-trailers.ts";
import { details, serverStream, unary } from "./handlers.ts";
import {
  type Header,
  messageOf,
  registry,
  type ServerCompatRequest,
  service,
  type UnaryRequest,
} from "./messages.ts";

const [PATH, UNIMPLEMENTED] = ["Unary", "Unimplemented"].map((name) => `/${service.typeName}/${name}`) as [
  string,
  string,
];

/** The suite's service on the product's listener and front. The runner starts it and tells how on stdin. */
async function main(): Promise<void> {
  const request = fromBinary(messageOf("ServerCompatRequest"), await readMessage()) as ServerCompatRequest;
  const listener = request.useTls ? secureListener(request) : createListener();
  serve(listener, request.messageReceiveLimit || 1024 * 1024);
  const port = await listener.listen({ host: "127.0.0.1", port: 0 });
  const pemCert = request.serverCreds?.cert ?? new Uint8Array();
  const response = create(messageOf("ServerCompatResponse"), { host: "127.0.0.1", port, pemCert } as never);
  const bytes = Buffer.from(toBinary(messageOf("ServerCompatResponse"), response));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  process.stdout.write(Buffer.concat([length, bytes]));
}

function secureListener({ serverCreds }: ServerCompatRequest): Listener {
  if (!serverCreds) throw new Error("there is no certificate");
  const listener = createSecureListener();
  const [chain, privateKey] = [serverCreds.cert, serverCreds.key].map((pem) => Buffer.from(pem).toString());
  listener.use({ chain: chain ?? "", privateKey: privateKey ?? "" });
  return listener;
}

function serve(listener: Listener, maxRequestBytes: number): void {
  const log = createLog({ logFormat: "json", logIp: "full" }, Date.now, (line) =>
    process.stderr.write(`${line}\n`),
  );
  let id = 0;
  const app = {
    admission: new Admission(),
    baseUrl: "http://localhost",
    log,
    metrics: createMetrics(),
    newId: () => `request-${++id}`,
  } as unknown as Parameters<typeof unaryFront>[0];
  const routes = new Map([PATH, UNIMPLEMENTED].map((path) => [path, routeOf(path, maxRequestBytes)]));
  const front = { ...unaryFront(app, routes, clientIpReader([])), details };
  const register = (router: ConnectRouter): void =>
    void router.service(service, { serverStream } as never, { jsonOptions: { registry } });
  const streams = streamHandlers(app, register, { maxRequestBytes, details });
  const rpc = rpcListener(front, { routes, streams });

  /** The front as it is, with a handler that may look at the request's headers. */
  const serveOne = (exchange: Exchange): void => {
    let trailers: Header[] = [];
    const wire = answerWireOf(exchange.headers["content-type"]);
    const route: Route = {
      ...routeOf(PATH, maxRequestBytes),
      handle: async (request: UnaryRequest, context: CallContext) => {
        const timeoutMs = askedTimeoutMs(wire.protocol, exchange.headers);
        const answer = await unary(request, {
          requestHeaders: headersOf(exchange.rawHeaders),
          ...(timeoutMs === undefined ? {} : { timeoutMs: BigInt(Math.round(timeoutMs)) }),
        });
        for (const { name, value } of answer.headers) context.responseHeaders[name] = value;
        trailers = answer.trailers;
        return answer.answer();
      },
    };
    void serveUnary(
      front,
      route,
      withTrailers(exchange, wire, () => trailers),
    );
  };
  listener.serve(
    requestListener(
      app,
      (request, response, path) => {
        if (path !== PATH) return rpc.request(request, response, path);
        serveOne(exchangeOf(request, response));
        return true;
      },
      [],
    ),
    (stream, headers, rawHeaders) => {
      if (headers[":path"] !== PATH) return rpc.stream(stream, headers, rawHeaders);
      serveOne(new Http2Exchange(stream, headers, rawHeaders));
      return true;
    },
  );
}

function routeOf(path: string, maxRequestBytes: number): Route {
  const method = service.methods.find(({ name }) => path.endsWith(`/${name}`));
  if (!method) throw new Error(`no method at ${path}`);
  return {
    path,
    method,
    access: "open",
    comparesProject: false,
    limits: [],
    maxRequestBytes,
    admitted: { priority: "normal", waitsFor: "elsewhere" },
    needsBodyFirst: true,
    handle: undefined,
    registry,
  };
}

function headersOf(raw: readonly string[]): Header[] {
  const headers = new Map<string, string[]>();
  for (let at = 0; at < raw.length; at += 2) {
    const name = (raw[at] ?? "").toLowerCase();
    if (!name.startsWith(":")) headers.set(name, [...(headers.get(name) ?? []), raw[at + 1] ?? ""]);
  }
  return Array.from(headers, ([name, value]) => ({ name, value }));
}

/** One message behind its length in four bytes. */
async function readMessage(): Promise<Buffer> {
  let bytes = Buffer.alloc(0);
  for await (const chunk of process.stdin) {
    bytes = Buffer.concat([bytes, chunk as Buffer]);
    if (bytes.length >= 4 && bytes.length >= 4 + bytes.readUInt32BE(0)) break;
  }
  return bytes.subarray(4, 4 + bytes.readUInt32BE(0));
}

await main();

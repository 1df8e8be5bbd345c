import { type ClientHttp2Session, connect } from "node:http2";
import { Agent, request } from "node:https";
import { connect as connectTls } from "node:tls";
import { type Client, createClient, type Interceptor, type Transport } from "@connectrpc/connect";
import {
  createConnectTransport,
  createGrpcTransport,
  createGrpcWebTransport,
} from "@connectrpc/connect-node";
import { Health } from "@svc/proto/grpc/health/v1/health_pb";
import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { frame } from "./protocols/raw-call.ts";

const WATCH = "/grpc.health.v1.Health/Watch";
const CHECK = "/grpc.health.v1.Health/Check";

export type Place = Readonly<{ host: string; port: number; ca: string; publishableKey: string }>;

/** Undefined, or what an honest caller was done. */
export type Verdict = string | undefined;
type Caller = () => Promise<Verdict>;

/** One user in every protocol, unary and streaming, over both versions of HTTP. Each call must be answered, and for this user. */
export function honestCallers(place: Place, email: string, accessToken: string): readonly Caller[] {
  const addHeaders: Interceptor = (next) => (call) => {
    call.header.set("x-svc-key", place.publishableKey);
    call.header.set("authorization", `Bearer ${accessToken}`);
    return next(call);
  };
  const nodeOptions = { ca: place.ca, servername: place.host, lookup: toHere } as object;
  const baseUrl = `https://${place.host}:${place.port}`;
  const options = { baseUrl, nodeOptions, interceptors: [addHeaders] };
  const transports: readonly (readonly [string, Transport])[] = [
    ["gRPC", createGrpcTransport(options)],
    ...(["1.1", "2"] as const).flatMap((httpVersion) => [
      [`gRPC-Web over HTTP/${httpVersion}`, createGrpcWebTransport({ ...options, httpVersion })] as const,
      [`Connect over HTTP/${httpVersion}`, createConnectTransport({ ...options, httpVersion })] as const,
    ]),
  ];
  return transports.flatMap(([name, transport]) => [
    told(`GetMe as ${name}`, () => getMe(createClient(AuthService, transport), email)),
    told(`Watch as ${name}`, () => watch(createClient(Health, transport))),
  ]);
}

function told(name: string, call: Caller): Caller {
  return () =>
    call().then(
      (problem) => problem && `${name}: ${problem}`,
      (error: Error) => `${name}: ${error.message}`,
    );
}

async function getMe(client: Client<typeof AuthService>, email: string): Promise<Verdict> {
  const { user } = await client.getMe({});
  return user?.email === email ? undefined : `answered for ${user?.email} instead of ${email}`;
}

async function watch(client: Client<typeof Health>): Promise<Verdict> {
  const gone = new AbortController();
  try {
    for await (const { status } of client.watch({}, { signal: gone.signal }))
      return status === 1 ? undefined : `status ${status}`;
    return "ended without an answer";
  } finally {
    gone.abort();
  }
}

/** Callers whose requests are answered before they have come, or never come whole. What they get is their own affair. */
export function rudeCallers(place: Place): {
  callers: readonly (() => Promise<unknown>)[];
  close: () => void;
} {
  const agent = new Agent({ keepAlive: true, ca: place.ca });
  let session: ClientHttp2Session | undefined;
  const http2 = (): ClientHttp2Session => {
    if (!session || session.closed || session.destroyed) {
      session = connect(`https://${place.host}:${place.port}`, { createConnection: () => tlsTo(place) });
      session.on("error", () => {});
    }
    return session;
  };
  const over1 = (path: string, type: string, body: Buffer, cut?: "cut"): (() => Promise<unknown>) => {
    const host = { host: "127.0.0.1", port: place.port, servername: place.host, agent };
    const headers = { host: place.host, "content-type": type };
    return () =>
      new Promise((resolve) => {
        const call = request({ ...host, path, method: "POST", headers }, (response) => {
          response.resume().once("close", resolve);
        });
        call.on("error", resolve).on("close", resolve);
        call.write(body); // in chunks, whose end comes after them
        if (cut) setTimeout(() => call.destroy(), 5);
        else call.end();
      });
  };
  const over2 = (path: string, type: string, body: Buffer, cut?: "cut"): (() => Promise<unknown>) => {
    return () =>
      new Promise((resolve) => {
        const stream = http2().request({ ":method": "POST", ":path": path, "content-type": type });
        stream.on("error", resolve).on("close", resolve).resume();
        stream.write(body);
        if (cut) setTimeout(() => stream.close(8), 5);
        else stream.end();
      });
  };
  const json = Buffer.from(`"${"x".repeat(300_000)}"`);
  const [small, large] = [frame(Buffer.alloc(300_000, "x")), frame(Buffer.alloc(1_000_000, "x"))];
  const callers = [over1, over2].flatMap((over) => [
    over(WATCH, "application/connect+json", small),
    over(WATCH, "application/connect+json", large),
    over(WATCH, "application/grpc-web", small),
    over(WATCH, "application/grpc-web", large, "cut"),
    over(WATCH, "text/plain", json),
    over(CHECK, "application/json", json),
    over(CHECK, "application/json", json.subarray(0, 1000), "cut"),
    over("/svc.admin.v1.ThemeService/UploadLogo", "application/json", json),
    over("/nothing", "text/plain", json),
  ]);
  const grpc = [over2(WATCH, "application/grpc", small), over2(CHECK, "application/grpc", large, "cut")];
  return {
    callers: [...callers, ...grpc],
    close() {
      agent.destroy();
      session?.destroy();
    },
  };
}

function tlsTo({ host, port, ca }: Place) {
  return connectTls({ host: "127.0.0.1", port, servername: host, ca, ALPNProtocols: ["h2"] });
}

type Found = (error: null, address: string | { address: string; family: number }[], family?: number) => void;

function toHere(_name: string, options: { all?: boolean }, found: Found): void {
  if (options.all) found(null, [{ address: "127.0.0.1", family: 4 }]);
  else found(null, "127.0.0.1", 4);
}

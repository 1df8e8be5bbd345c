import { createRequire } from "node:module";
import {
  create,
  type DescMethodUnary,
  fromBinary,
  fromJsonString,
  type Message,
  toBinary,
  toJsonString,
} from "@bufbuild/protobuf";
import { ConnectError, type Transport } from "@connectrpc/connect";
import * as node from "@connectrpc/connect-node";
import * as web from "@connectrpc/connect-web";
import * as grpc from "@grpc/grpc-js";
import { ErrorInfoSchema } from "@svc/proto/google/rpc/error_details_pb";
import { MfaChallengeSchema } from "@svc/proto/svc/auth/v1/factors_pb";
import grpcWeb from "grpc-web";
import { connectFailure, detailsOfStatus, failure, type Outcome, success } from "./outcome.ts";
import { http2Request } from "./raw-http.ts";

export type Call = {
  method: DescMethodUnary;
  input: Record<string, unknown>;
  headers: Record<string, string>;
};
export type OpenClient = { call: (call: Call) => Promise<Outcome>; close: () => void };
export type ProtocolClient = { name: string; open: (url: string) => OpenClient };

/** Every client that people would point at the port, none of them ours. */
export const protocolClients: readonly ProtocolClient[] = [
  { name: "grpc-js: gRPC, HTTP/2", open: openGrpcJs },
  connect("connect-node: gRPC, HTTP/2", (baseUrl) => node.createGrpcTransport({ baseUrl })),
  connect("connect-node: gRPC, HTTP/2, JSON, gzip", (baseUrl) =>
    node.createGrpcTransport({
      baseUrl,
      useBinaryFormat: false,
      sendCompression: node.compressionGzip,
      compressMinBytes: 0,
    }),
  ),
  ...(["1.1", "2"] as const).flatMap((httpVersion) => [
    connect(`connect-node: gRPC-Web, HTTP/${httpVersion}`, (baseUrl) =>
      node.createGrpcWebTransport({ baseUrl, httpVersion }),
    ),
    connect(`connect-node: Connect JSON, HTTP/${httpVersion}`, (baseUrl) =>
      node.createConnectTransport({ baseUrl, httpVersion, useBinaryFormat: false }),
    ),
    connect(`connect-node: Connect binary, HTTP/${httpVersion}`, (baseUrl) =>
      node.createConnectTransport({ baseUrl, httpVersion, useBinaryFormat: true }),
    ),
  ]),
  connect("connect-node: Connect JSON, HTTP/1.1, gzip", (baseUrl) =>
    node.createConnectTransport({
      baseUrl,
      httpVersion: "1.1",
      useBinaryFormat: false,
      sendCompression: node.compressionGzip,
      compressMinBytes: 0,
    }),
  ),
  connect("connect-web: Connect JSON", (baseUrl) => web.createConnectTransport({ baseUrl })),
  connect("connect-web: Connect binary", (baseUrl) =>
    web.createConnectTransport({ baseUrl, useBinaryFormat: true }),
  ),
  connect("connect-web: gRPC-Web", (baseUrl) => web.createGrpcWebTransport({ baseUrl })),
  { name: "grpc-web: text", open: (url) => openGrpcWeb(url, "text") },
  { name: "grpc-web: binary", open: (url) => openGrpcWeb(url, "binary") },
  { name: "fetch: JSON, HTTP/1.1", open: openFetch },
  { name: "node:http2: JSON, HTTP/2", open: openHttp2 },
];

function connect(name: string, transportTo: (baseUrl: string) => Transport): ProtocolClient {
  return {
    name,
    open(url) {
      const transport = transportTo(url);
      return {
        close: () => {},
        async call({ method, input, headers }) {
          try {
            const answer = await transport.unary(method, undefined, undefined, headers, input);
            return success(method.output, answer.message, (field) => answer.header.get(field));
          } catch (error) {
            const problem = ConnectError.from(error);
            const [info] = problem.findDetails(ErrorInfoSchema);
            const [challenge] = problem.findDetails(MfaChallengeSchema);
            const details = { info, challenge };
            return failure(problem.code, problem.rawMessage, details, (field) => problem.metadata.get(field));
          }
        },
      };
    },
  };
}

function pathOf(method: DescMethodUnary): string {
  return `/${method.parent.typeName}/${method.name}`;
}

function openGrpcJs(url: string): OpenClient {
  const client = new grpc.Client(new URL(url).host, grpc.credentials.createInsecure());
  return {
    close: () => client.close(),
    call: ({ method, input, headers }) =>
      new Promise((resolve, reject) => {
        const metadata = new grpc.Metadata();
        for (const [name, value] of Object.entries(headers))
          metadata.set(name, name.endsWith("-bin") ? Buffer.from(value, "base64") : value);
        let first = new grpc.Metadata();
        const call = client.makeUnaryRequest(
          pathOf(method),
          (message: Message) => Buffer.from(toBinary(method.input, message)),
          (bytes: Buffer) => fromBinary(method.output, bytes),
          create(method.input, input),
          metadata,
          (error, message) => {
            try {
              const all = error ? error.metadata : first;
              const header = (name: string) => all.get(name)[0]?.toString();
              const details = error?.metadata.get("grpc-status-details-bin")[0];
              if (message) resolve(success(method.output, message, header));
              else
                resolve(
                  failure(
                    error?.code ?? -1,
                    error?.details ?? "",
                    detailsOfStatus(details as Buffer),
                    header,
                  ),
                );
            } catch (problem) {
              reject(problem);
            }
          },
        );
        call.on("metadata", (received) => {
          first = received;
        });
      }),
  };
}

function openGrpcWeb(url: string, format: "text" | "binary"): OpenClient {
  const load = createRequire(import.meta.url);
  Object.assign(globalThis, { XMLHttpRequest: load("xhr2") });
  const client = new grpcWeb.GrpcWebClientBase({ format });
  return {
    close: () => {},
    call: ({ method, input, headers }) =>
      new Promise((resolve, reject) => {
        const descriptor = new grpcWeb.MethodDescriptor<Message, Message>(
          pathOf(method),
          "unary",
          Object as never,
          Object as never,
          (message: Message) => toBinary(method.input, message),
          (bytes: Uint8Array) => fromBinary(method.output, bytes),
        );
        let received: grpcWeb.Metadata = {};
        let message: Message | undefined;
        let error: grpcWeb.RpcError | undefined;
        const finish = (): void => {
          try {
            const all: grpcWeb.Metadata = { ...received, ...error?.metadata };
            const header = (name: string) => all[name];
            const details = Buffer.from(all["grpc-status-details-bin"] ?? "", "base64");
            if (error) resolve(failure(error.code, error.message, detailsOfStatus(details), header));
            else if (message) resolve(success(method.output, message, header));
          } catch (problem) {
            reject(problem);
          }
        };
        const stream = client.rpcCall(
          `${url}${pathOf(method)}`,
          create(method.input, input),
          headers,
          descriptor,
          (failed: grpcWeb.RpcError | null, answer: Message) => {
            error = failed ?? undefined;
            message = answer ?? undefined;
            queueMicrotask(finish);
          },
        );
        stream.on("metadata", (metadata) => {
          received = metadata;
        });
      }),
  };
}

function openFetch(url: string): OpenClient {
  return {
    close: () => {},
    async call({ method, input, headers }) {
      const answer = await fetch(`${url}${pathOf(method)}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: toJsonString(method.input, create(method.input, input)),
      });
      const text = await answer.text();
      const header = (name: string) => answer.headers.get(name);
      if (!answer.ok) return connectFailure(text, header);
      return success(method.output, fromJsonString(method.output, text), header);
    },
  };
}

function openHttp2(url: string): OpenClient {
  return {
    close: () => {},
    async call({ method, input, headers }) {
      const answer = await http2Request(url, {
        path: pathOf(method),
        headers: { "content-type": "application/json", ...headers },
        body: Buffer.from(toJsonString(method.input, create(method.input, input))),
      });
      const text = answer.body.toString();
      const header = (name: string) => answer.headers[name] as string | undefined;
      if (answer.status !== 200) return connectFailure(text, header);
      return success(method.output, fromJsonString(method.output, text), header);
    },
  };
}

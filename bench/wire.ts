import { Agent, request as httpRequest } from "node:http";
import { type ClientHttp2Session, connect } from "node:http2";
import {
  create,
  type DescMethodUnary,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from "@bufbuild/protobuf";
import { frameMessage } from "./generator/token-chain.ts";

/** A caller with as little work of its own as possible: it shares the machine with the server. */
export type Wire = {
  name: string;
  /** Undefined when the server refused the call. */
  call: <M extends DescMethodUnary>(
    method: M,
    request: MessageInitShape<M["input"]>,
    headers: Record<string, string>,
  ) => Promise<MessageShape<M["output"]> | undefined>;
  close: () => void;
};

/** Connect over HTTP/1.1 with JSON requests; answers are asked for as JSON and only their text is parsed. */
export function jsonWire(url: string): Wire {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  return {
    name: "Connect JSON",
    call: (method, request, headers) =>
      new Promise((resolve, reject) => {
        const body = JSON.stringify(request);
        const call = httpRequest(
          `${url}/${method.parent.typeName}/${method.name}`,
          {
            method: "POST",
            agent,
            headers: {
              "content-type": "application/json",
              "content-length": Buffer.byteLength(body),
              ...headers,
            },
          },
          (answer) => {
            const chunks: Buffer[] = [];
            answer.on("data", (chunk: Buffer) => chunks.push(chunk));
            answer.on("end", () =>
              resolve(answer.statusCode === 200 ? JSON.parse(Buffer.concat(chunks).toString()) : undefined),
            );
          },
        );
        call.on("error", reject);
        call.end(body);
      }),
    close: () => agent.destroy(),
  };
}

export function grpcWire(url: string, connections = 4): Wire {
  const sessions = Array.from({ length: connections }, () => connect(url));
  let next = 0;
  return {
    name: "gRPC",
    call(method, request, headers) {
      const session = sessions[next++ % sessions.length] as ClientHttp2Session;
      const frame = frameMessage(toBinary(method.input, create(method.input, request)));
      return new Promise((resolve, reject) => {
        const stream = session.request({
          ":method": "POST",
          ":path": `/${method.parent.typeName}/${method.name}`,
          "content-type": "application/grpc",
          te: "trailers",
          ...headers,
        });
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", () => {
          const body = Buffer.concat(chunks);
          resolve(body.length < 5 ? undefined : (fromBinary(method.output, body.subarray(5)) as never));
        });
        stream.on("error", reject);
        stream.end(frame);
      });
    },
    close: () => {
      for (const session of sessions) session.close();
    },
  };
}

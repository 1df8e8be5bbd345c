import { Agent, request as httpRequest } from "node:http";
import type { DescMethodUnary, MessageInitShape, MessageShape } from "@bufbuild/protobuf";

/** A caller with as little work of its own as possible: it shares the machine with the server. */
export type Wire = {
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

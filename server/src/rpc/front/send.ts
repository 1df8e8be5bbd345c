import type { ServerResponse } from "node:http";
import type { Answer } from "./answer.ts";
import type { Wire } from "./wire.ts";

/** Writes an answer; gRPC's status goes into trailers, or into the headers when there is no body. */
export function send(response: ServerResponse, wire: Wire, answer: Answer): void {
  if (response.destroyed || response.writableEnded) return;
  const headers = { "content-type": wire.contentType, ...answer.headers };
  if (!answer.trailers) {
    response.writeHead(answer.status, { ...headers, "content-length": String(answer.body.length) });
    response.end(answer.body);
  } else if (answer.body.length === 0) {
    response.writeHead(answer.status, { ...headers, ...answer.trailers });
    response.end();
  } else {
    response.writeHead(answer.status, { ...headers, trailer: Object.keys(answer.trailers).join(", ") });
    response.addTrailers(answer.trailers);
    response.end(answer.body);
  }
}

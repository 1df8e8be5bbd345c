import type { IncomingMessage, ServerResponse } from "node:http";
import { Http2ServerResponse } from "node:http2";
import type { Answer } from "./answer.ts";
import { discardRest } from "./discard-rest.ts";
import type { Wire } from "./wire.ts";

/** Up to this, an answer leaves in one piece with its headers, which Node does for text only. */
const ONE_PIECE_BYTES = 16 * 1024;

/** Writes an answer; gRPC's status goes into trailers, or into the headers when there is no body. */
export function send(request: IncomingMessage, response: ServerResponse, wire: Wire, answer: Answer): void {
  discardRest(request);
  const isBare = answer.trailers !== undefined && answer.body.length === 0;
  const headers = {
    "content-type": wire.contentType,
    ...answer.headers,
    ...(answer.trailers ? {} : { "content-length": String(answer.body.length) }),
    ...(isBare ? answer.trailers : {}),
  };
  const whole = { ...answer, headers, ...(isBare ? { trailers: undefined } : {}) };
  if (response instanceof Http2ServerResponse) sendHttp2(response, whole, request.method === "HEAD");
  else sendHttp1(response, whole);
}

type Whole = {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
  trailers?: Answer["trailers"];
};

function sendHttp1(response: ServerResponse, { status, headers, body, trailers }: Whole): void {
  if (response.destroyed || response.writableEnded) return;
  response.writeHead(status, headers);
  if (trailers) response.addTrailers(trailers);
  if (body.length > ONE_PIECE_BYTES) response.end(body);
  else response.end(Buffer.from(body.buffer, body.byteOffset, body.length).toString("latin1"), "latin1");
}

/**
 * Node's own response object would close a bodiless answer with an empty DATA frame. gRPC clients
 * take the status out of the headers only when those close the stream themselves.
 */
function sendHttp2(
  response: Http2ServerResponse,
  { status, headers, body, trailers }: Whole,
  isHead: boolean,
): void {
  const { stream } = response;
  if (stream.destroyed || stream.closed || stream.headersSent) return;
  const endStream = isHead || (body.length === 0 && !trailers);
  if (trailers) response.addTrailers(trailers);
  stream.respond({ ":status": status, ...headers }, { endStream, waitForTrailers: trailers !== undefined });
  if (!endStream) stream.end(body);
}

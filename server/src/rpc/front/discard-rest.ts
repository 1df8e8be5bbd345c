import type { IncomingMessage } from "node:http";
import { constants, Http2ServerRequest, type ServerHttp2Stream } from "node:http2";
import type { Readable } from "node:stream";

/** More than any method takes, so that whoever sends a little too much is told so. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_MS = 1000;

/**
 * Reads on what a caller still sends once its answer is known: closing at once would reset the
 * connection and the caller might never read the answer. Who sends on and on is cut off.
 */
export function discardRest(request: IncomingMessage): void {
  if (request instanceof Http2ServerRequest) discardStreamRest(request.stream);
  else if (!request.complete) discard(request, () => request.destroy());
}

export function discardStreamRest(stream: ServerHttp2Stream): void {
  if (stream.readableEnded || stream.destroyed) return;
  const cutOff = (): void => closeStream(stream);
  discard(stream, cutOff);
  // Some clients neither end nor reset a stream whose answer came early. It would stay open for good.
  const timer = setTimeout(cutOff, MAX_MS).unref();
  stream.once("close", () => clearTimeout(timer));
}

function discard(incoming: Readable, cutOff: () => void): void {
  let left = MAX_BYTES;
  incoming.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) cutOff();
  });
}

function closeStream(stream: ServerHttp2Stream): void {
  if (stream.closed) stream.destroy();
  // Until our side is through, the call's own time limit watches over the stream.
  else if (stream.state.localClose === 1) stream.close(constants.NGHTTP2_NO_ERROR);
}

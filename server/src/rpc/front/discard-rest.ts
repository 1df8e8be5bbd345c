import type { IncomingMessage } from "node:http";
import { constants, Http2ServerRequest } from "node:http2";

const MAX_BYTES = 1024 * 1024;
const MAX_MS = 1000;

/**
 * Reads on what a caller still sends once its answer is known: closing at once would reset the
 * connection and the caller might never read the answer. Who sends on and on is cut off.
 */
export function discardRest(request: IncomingMessage): void {
  if (request.complete) return;
  let left = MAX_BYTES;
  request.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) cutOff(request);
  });
  if (request instanceof Http2ServerRequest) {
    // Some clients neither end nor reset a stream whose answer came early. It would stay open for good.
    const timer = setTimeout(() => cutOff(request), MAX_MS).unref();
    request.once("close", () => clearTimeout(timer));
  }
}

function cutOff(request: IncomingMessage): void {
  if (!(request instanceof Http2ServerRequest)) request.destroy();
  // Until our side is through, the call's own time limit watches over the stream.
  else if (request.stream.state.localClose === 1) request.stream.close(constants.NGHTTP2_NO_ERROR);
}

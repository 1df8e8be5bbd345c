import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { constants, Http2ServerRequest, type ServerHttp2Stream } from "node:http2";
import type { Readable } from "node:stream";

/** More than any method takes, so that whoever sends a little too much is told so. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_MS = 1000;

/**
 * Reads on what a caller still sends once its answer is known. Many callers and proxies look for an answer only when
 * they have sent everything, so whoever answers waits for this: until all has come, or more than the bounds allow.
 * Undefined when there is nothing to wait for.
 */
export function restOf(request: IncomingMessage): Promise<void> | undefined {
  if (request instanceof Http2ServerRequest) {
    request.resume(); // it would hold up its stream, which is what is read
    return restOfStream(request.stream);
  }
  if (!hasBody(request.headers)) return undefined;
  if (!request.complete) return readRest(request);
  request.resume(); // what was not wanted must not hold up the next request
  return undefined;
}

export function restOfStream(stream: ServerHttp2Stream): Promise<void> | undefined {
  if (stream.readableEnded || stream.destroyed || stream.endAfterHeaders) return undefined;
  closeWhenAnswered(stream);
  return readRest(stream);
}

/** Whether anything follows the headers of a request over HTTP/1.1. */
export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function readRest(incoming: Readable): Promise<void> {
  return new Promise((resolve) => {
    let left = MAX_BYTES;
    const done = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(done, MAX_MS);
    incoming.on("data", (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) done();
    });
    incoming.once("end", done);
    incoming.once("close", done);
  });
}

/** Some clients neither end nor reset a stream whose answer came early. It would stay open for good. */
function closeWhenAnswered(stream: ServerHttp2Stream): void {
  stream.once("finish", () => {
    if (stream.readableEnded) return;
    const timer = setTimeout(() => closeStream(stream), MAX_MS).unref();
    stream.once("close", () => clearTimeout(timer));
  });
}

function closeStream(stream: ServerHttp2Stream): void {
  if (stream.closed) stream.destroy();
  else stream.close(constants.NGHTTP2_NO_ERROR);
}

import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { constants, Http2ServerRequest, type ServerHttp2Stream } from "node:http2";
import type { Readable } from "node:stream";

/** More than any method accepts, so that a client that sends slightly too much still reads the refusal. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_MS = 1000;

/**
 * Reads and discards the rest of the body. Many clients and proxies look for a response only after they have sent
 * everything, so await this before an early response. It ends with the body, or when a limit of bytes or time is
 * reached. Undefined when there is nothing to wait for.
 */
export function restOf(request: IncomingMessage): Promise<void> | undefined {
  if (request instanceof Http2ServerRequest) {
    request.resume(); // otherwise it blocks the stream that is read below
    return restOfStream(request.stream);
  }
  if (!hasBody(request.headers)) return undefined;
  if (!request.complete) return readRest(request);
  request.resume(); // an unread body would block the next request
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

/** Some clients neither end nor reset a stream after an early response. It would stay open forever. */
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

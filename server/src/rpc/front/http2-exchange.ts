import type { IncomingHttpHeaders } from "node:http";
import type { ServerHttp2Stream } from "node:http2";
import type { AppError } from "../../errors.ts";
import { collectBody } from "../../wire/read-body.ts";
import { restOfStream } from "../../wire/rest-of-body.ts";
import type { Answer } from "./answer.ts";
import type { Exchange } from "./exchange.ts";

/** On the stream itself: Node's request and response objects for HTTP/2 cost as much as all of ours. */
export class Http2Exchange implements Exchange {
  readonly #stream: ServerHttp2Stream;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];

  constructor(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, rawHeaders: readonly string[]) {
    this.#stream = stream;
    this.headers = headers;
    this.rawHeaders = rawHeaders;
    stream.on("error", ignore); // it closes, which is what counts
  }

  get method(): string | undefined {
    return this.headers[":method"] as string | undefined;
  }

  get socket(): { readonly remoteAddress?: string | undefined } {
    return this.#stream.session?.socket ?? {};
  }

  get isClosed(): boolean {
    return this.#stream.destroyed;
  }

  onClose(listener: () => void): void {
    this.#stream.once("close", listener);
  }

  body(maxMessageBytes: number, maxBytes: number): Promise<Buffer | AppError> {
    return collectBody(this.#stream, this.headers, maxMessageBytes, maxBytes);
  }

  rest(): Promise<void> | undefined {
    return restOfStream(this.#stream);
  }

  /**
   * gRPC clients take the status out of the headers only when those close the stream themselves, not when an empty
   * DATA frame does.
   */
  send({ status, headers, body, trailers }: Answer): void {
    const stream = this.#stream;
    if (stream.destroyed || stream.closed || stream.headersSent) return;
    const endStream = this.method === "HEAD" || (body.length === 0 && !trailers);
    if (trailers) stream.once("wantTrailers", () => stream.sendTrailers(trailers));
    stream.respond([":status", status, ...headers] as string[], {
      endStream,
      waitForTrailers: trailers !== undefined,
    });
    if (!endStream) stream.end(body);
  }

  destroy(): void {
    this.#stream.destroy();
  }
}

function ignore(): void {}

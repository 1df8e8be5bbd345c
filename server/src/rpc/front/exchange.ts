import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { Http2ServerResponse } from "node:http2";
import type { AppError } from "../../errors.ts";
import type { Answer } from "./answer.ts";
import { Http1Exchange } from "./http1-exchange.ts";
import { Http2Exchange } from "./http2-exchange.ts";

/** One request and the way to answer it, over whichever HTTP it came. */
export type Exchange = {
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly socket: { readonly remoteAddress?: string | undefined };
  /** The caller is gone, and will not be heard of any more. */
  readonly isClosed: boolean;
  /** Called once, when the caller is gone or has its answer. */
  onClose: (listener: () => void) => void;
  /** The whole body, or why there is none. */
  body: (maxMessageBytes: number, maxBytes: number) => Promise<Buffer | AppError>;
  /** Does nothing when the caller is gone. */
  send: (answer: Answer) => void;
  destroy: () => void;
};

export function exchangeOf(request: IncomingMessage, response: ServerResponse): Exchange {
  if (!(response instanceof Http2ServerResponse)) return new Http1Exchange(request, response);
  const { stream } = response;
  stream.removeAllListeners("wantTrailers"); // the response would send its own as well
  return new Http2Exchange(stream, request.headers, request.rawHeaders);
}

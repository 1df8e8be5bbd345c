import type { IncomingMessage, ServerResponse } from "node:http";
import { Http2ServerResponse } from "node:http2";
import type { Exchange } from "./exchange.ts";
import { Http1Exchange } from "./http1-exchange.ts";
import { Http2Exchange } from "./http2-exchange.ts";

export function exchangeOf(request: IncomingMessage, response: ServerResponse): Exchange {
  if (!(response instanceof Http2ServerResponse)) return new Http1Exchange(request, response);
  const { stream } = response;
  request.resume(); // it would hold up its stream, which is what is read
  stream.removeAllListeners("wantTrailers"); // the response would send its own as well
  return new Http2Exchange(stream, request.headers, request.rawHeaders);
}

import { type IncomingMessage, ServerResponse } from "node:http";
import { hasBody } from "./rest-of-body.ts";

/**
 * An answer over HTTP/1.1 that leaves before its request has come whole is the last one of its connection, and says so:
 * what still comes could be the rest of the body or the next request.
 */
export class ClosingResponse<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {
  /** Set by who has read the whole body, which may be a moment before Node knows that it has ended. */
  hasWholeRequest = false;

  override writeHead(...head: never): this {
    if (!this.hasWholeRequest && !this.req.complete && hasBody(this.req.headers))
      this.shouldKeepAlive = false;
    return super.writeHead(...(head as [number]));
  }
}

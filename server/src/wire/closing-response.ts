import { type IncomingMessage, ServerResponse } from "node:http";
import { hasBody } from "./rest-of-body.ts";

/**
 * An HTTP/1.1 response that is sent before the whole request has arrived closes its connection: the bytes that
 * follow could be the rest of the body or the next request.
 */
export class ClosingResponse<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {
  /** Set by the reader of the whole body, which may finish a moment before Node emits the end of the request. */
  hasWholeRequest = false;

  override writeHead(...head: never): this {
    if (!this.hasWholeRequest && !this.req.complete && hasBody(this.req.headers))
      this.shouldKeepAlive = false;
    return super.writeHead(...(head as [number]));
  }
}

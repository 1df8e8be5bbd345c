import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { AppError } from "../../errors.ts";
import { ClosingResponse } from "../../wire/closing-response.ts";
import { collectBody, EMPTY } from "../../wire/read-body.ts";
import { restOf } from "../../wire/rest-of-body.ts";
import type { Answer } from "./answer.ts";
import type { Exchange } from "./exchange.ts";

/** Up to this, an answer leaves in one piece with its headers, which Node does for text only. */
const ONE_PIECE_BYTES = 16 * 1024;

export class Http1Exchange implements Exchange {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  #isRead = false;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.#request = request;
    this.#response = response;
  }

  get method(): string | undefined {
    return this.#request.method;
  }

  get headers(): IncomingHttpHeaders {
    return this.#request.headers;
  }

  get rawHeaders(): readonly string[] {
    return this.#request.rawHeaders;
  }

  get socket(): Socket {
    return this.#request.socket;
  }

  get isClosed(): boolean {
    return this.#response.destroyed;
  }

  onClose(listener: () => void): void {
    this.#response.once("close", listener);
  }

  /** A body that came in one piece with its headers is there a moment later, and needs nobody to listen for it. */
  async body(maxMessageBytes: number, maxBytes: number): Promise<Buffer | AppError> {
    const request = this.#request;
    const declared = Number(this.headers["content-length"]);
    await undefined; // by then what came with the headers is read
    if (declared > maxBytes || request.readableLength !== declared)
      return collectBody(request, this.headers, maxMessageBytes, maxBytes);
    this.#isRead = true;
    if (this.#response instanceof ClosingResponse) this.#response.hasWholeRequest = true;
    const body = request.read() ?? EMPTY;
    request.resume(); // Node keeps a request until its end was read, or the next one comes
    return body;
  }

  rest(): Promise<void> | undefined {
    return this.#isRead ? undefined : restOf(this.#request);
  }

  /** gRPC's status goes into trailers, or into the headers when there is no body. */
  send({ status, headers, body, trailers }: Answer): void {
    const response = this.#response;
    if (response.destroyed || response.writableEnded) return;
    response.writeHead(status, headers as string[]);
    if (trailers) response.addTrailers(trailers);
    if (typeof body === "string" || body.length > ONE_PIECE_BYTES) response.end(body);
    else response.end(Buffer.from(body.buffer, body.byteOffset, body.length).toString("latin1"), "latin1");
  }

  destroy(): void {
    this.#response.destroy();
  }
}

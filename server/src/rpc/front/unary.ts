import type { IncomingMessage, ServerResponse } from "node:http";
import type { Message } from "@bufbuild/protobuf";
import { AppError, invalidRequest } from "../../errors.ts";
import type { CallContext } from "../context.ts";
import { asAppError } from "../guards/errors.ts";
import type { Route } from "../route.ts";
import { type Answer, errorAnswer, successAnswer } from "./answer.ts";
import { decodeRequest, encodeResponse } from "./codec.ts";
import { acceptsGzip, decompress, isGzip } from "./compression.ts";
import { unwrapMessage } from "./envelope.ts";
import { HttpRefusal, notPost, unknownContentType } from "./http-refusal.ts";
import { type Lifetime, lifetimeOf } from "./lifetime.ts";
import { decodeBase64Body, readBody } from "./read-body.ts";
import { send } from "./send.ts";
import { timeoutMsOf } from "./timeout.ts";
import { PLAIN_WIRE, type Wire, wireOf } from "./wire.ts";

export type UnaryFront = {
  /** A context for this request, before anything of it is trusted. */
  open: (request: IncomingMessage, lifetime: Pick<Lifetime, "signal">) => CallContext;
  /** Proves the caller's right from the headers alone, before the body is read. */
  guard: (route: Route, request: IncomingMessage, context: CallContext) => Promise<void>;
  /** Headers that every answer at this path carries. */
  headers: (path: string, context: CallContext) => Record<string, string>;
  /** Told once per call, when its answer is known. */
  done: (path: string, context: CallContext, error: AppError | undefined) => void;
};

/** Serves one unary call in whichever protocol it arrives. Every failure leaves with a status and a reason. */
export async function serveUnary(
  front: UnaryFront,
  route: Route,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const lifetime = lifetimeOf(response);
  const context = front.open(request, lifetime);
  const wire = wireOf(request.headers["content-type"]);
  let failure: AppError | undefined;
  let answer: Answer;
  try {
    if (request.method !== "POST") throw notPost();
    if (!wire) throw unknownContentType();
    const message = await lifetime.run(timeoutMsOf(wire, request.headers), () =>
      call(front, route, wire, request, context),
    );
    answer = await successAnswer(
      wire,
      message,
      callerAcceptsGzip(wire, request),
      front.headers(route.path, context),
    );
  } catch (error) {
    failure = asAppError(error, context.requestId);
    const headers = front.headers(route.path, context);
    answer = errorAnswer(
      wire ?? PLAIN_WIRE,
      failure,
      error instanceof HttpRefusal ? { ...headers, ...error.headers } : headers,
      error instanceof HttpRefusal ? error.http : undefined,
    );
  }
  lifetime.answered();
  send(request, response, wire ?? PLAIN_WIRE, answer);
  front.done(route.path, context, failure);
}

async function call(
  front: UnaryFront,
  route: Route,
  wire: Wire,
  request: IncomingMessage,
  context: CallContext,
): Promise<Uint8Array> {
  await front.guard(route, request, context);
  if (!route.handle) throw new AppError("UNIMPLEMENTED", route.method.name);
  const message = await readMessage(route, wire, request);
  const result = await route.handle(message as never, context);
  return encodeResponse(route.method, wire.codec, result);
}

async function readMessage(route: Route, wire: Wire, request: IncomingMessage): Promise<Message> {
  const max = route.maxRequestBytes;
  if (wire.protocol === "connect") {
    const version = header(request, "connect-protocol-version");
    if (version !== undefined && version !== "1")
      throw invalidRequest("connect-protocol-version", "is not 1");
    const gzip = isGzip(header(request, "content-encoding"));
    const body = await readBody(request, max);
    return decodeRequest(route.method, wire.codec, gzip ? await decompress(body, max) : body);
  }
  const gzip = isGzip(header(request, "grpc-encoding"));
  // Five bytes of frame, and base64 makes four bytes of three.
  const raw = await readBody(request, max, wire.text ? Math.ceil((max + 5) / 3) * 4 : max + 5);
  const { message, isCompressed } = unwrapMessage(wire.text ? decodeBase64Body(raw) : raw);
  if (isCompressed && !gzip)
    throw invalidRequest("grpc-encoding", "is missing, but the message is compressed");
  return decodeRequest(route.method, wire.codec, isCompressed ? await decompress(message, max) : message);
}

function callerAcceptsGzip(wire: Wire, request: IncomingMessage): boolean {
  return acceptsGzip(
    header(request, wire.protocol === "connect" ? "accept-encoding" : "grpc-accept-encoding"),
  );
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === "string" ? value.toLowerCase() : undefined;
}

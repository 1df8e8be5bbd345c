import type { IncomingMessage, ServerResponse } from "node:http";
import type { Message } from "@bufbuild/protobuf";
import { AppError } from "../../errors.ts";
import type { CallContext } from "../context.ts";
import { asAppError } from "../guards/errors.ts";
import type { Route } from "../route.ts";
import { type Answer, errorAnswer, successAnswer } from "./answer.ts";
import { decodeRequest, encodeResponse } from "./codec.ts";
import { acceptsGzip, decompress, isGzip } from "./compression.ts";
import { unwrapMessage } from "./envelope.ts";
import { decodeBase64Body, readBody } from "./read-body.ts";
import { send } from "./send.ts";
import { timeoutMsOf } from "./timeout.ts";
import { PLAIN_WIRE, type Wire, wireOf } from "./wire.ts";

export type UnaryFront = {
  /** A context for this request, before anything of it is trusted. */
  open: (request: IncomingMessage, signal: AbortSignal) => CallContext;
  /** Proves the caller's right from the headers alone, before the body is read. */
  guard: (route: Route, headers: IncomingMessage["headers"], context: CallContext) => Promise<void>;
  /** Headers that every answer of this route carries. */
  headers: (route: Route, context: CallContext) => Record<string, string>;
  /** Told once per call, when its answer is known. */
  done: (route: Route, context: CallContext, error: AppError | undefined) => void;
};

/** Serves one unary call in whichever protocol it arrives. Every failure leaves with a status and a reason. */
export async function serveUnary(
  front: UnaryFront,
  route: Route,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const wire = wireOf(request.headers["content-type"]);
  const aborter = new AbortController();
  response.once("close", () => aborter.abort(new AppError("CANCELLED")));
  const context = front.open(request, aborter.signal);
  let failure: AppError | undefined;
  let answer: Answer;
  try {
    if (request.method !== "POST") throw new HttpRefusal(405, "only POST is allowed");
    if (!wire) throw new HttpRefusal(415, "the content type is not one of gRPC, gRPC-Web or Connect");
    answer = await beforeDeadline(wire, request, aborter, async () => {
      const message = await call(front, route, wire, request, context);
      const gzip = acceptsGzip(
        header(request, wire.protocol === "connect" ? "accept-encoding" : "grpc-accept-encoding"),
      );
      return successAnswer(wire, message, gzip, {
        ...front.headers(route, context),
        ...context.responseHeaders,
      });
    });
  } catch (error) {
    failure = asAppError(error instanceof HttpRefusal ? error.asAppError() : error, context.requestId);
    const headers = {
      ...front.headers(route, context),
      ...context.responseHeaders,
      ...refusalHeaders(error, request),
    };
    answer = errorAnswer(
      wire ?? PLAIN_WIRE,
      failure,
      headers,
      error instanceof HttpRefusal ? error.http : undefined,
    );
  }
  send(response, wire ?? PLAIN_WIRE, answer);
  front.done(route, context, failure);
}

/** A path that is no method of ours, asked for in one of our protocols. */
export function refuseUnknownMethod(wire: Wire, response: ServerResponse): void {
  send(response, wire, errorAnswer(wire, new AppError("UNIMPLEMENTED"), { "cache-control": "no-store" }));
}

async function call(
  front: UnaryFront,
  route: Route,
  wire: Wire,
  request: IncomingMessage,
  context: CallContext,
): Promise<Uint8Array> {
  await front.guard(route, request.headers, context);
  if (!route.handle) throw new AppError("UNIMPLEMENTED", route.method.name);
  const message = await readMessage(route, wire, request);
  const result = await route.handle(message as never, context);
  return encodeResponse(route.method, wire.codec, result);
}

async function readMessage(route: Route, wire: Wire, request: IncomingMessage): Promise<Message> {
  const max = route.maxRequestBytes;
  if (wire.protocol === "connect") {
    const gzip = isGzip(header(request, "content-encoding"));
    const body = await readBody(request, max);
    return decodeRequest(route.method, wire.codec, gzip ? await decompress(body, max) : body);
  }
  const gzip = isGzip(header(request, "grpc-encoding"));
  // Five bytes of frame, and base64 makes four bytes of three.
  const raw = await readBody(request, wire.text ? Math.ceil(((max + 5) * 4) / 3) + 4 : max + 5);
  const { message, isCompressed } = unwrapMessage(wire.text ? decodeBase64Body(raw) : raw);
  if (isCompressed && !gzip)
    throw new AppError("INVALID_REQUEST", "compressed without grpc-encoding", { field: "grpc-encoding" });
  return decodeRequest(route.method, wire.codec, isCompressed ? await decompress(message, max) : message);
}

async function beforeDeadline(
  wire: Wire,
  request: IncomingMessage,
  aborter: AbortController,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const timer = setTimeout(
    () => aborter.abort(new AppError("DEADLINE_EXCEEDED")),
    timeoutMsOf(wire, request.headers),
  );
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(aborter.signal.reason);
  aborter.signal.addEventListener("abort", abort);
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    clearTimeout(timer);
    aborter.signal.removeEventListener("abort", abort);
  }
}

/** A refusal for which HTTP has a word of its own. */
class HttpRefusal extends Error {
  readonly http: number;

  constructor(http: number, problem: string) {
    super(problem);
    this.http = http;
  }

  asAppError(): AppError {
    return new AppError("INVALID_REQUEST", this.message, { problem: this.message });
  }
}

function refusalHeaders(error: unknown, request: IncomingMessage): Record<string, string> {
  if (error instanceof HttpRefusal && error.http === 405) return { allow: "POST" };
  // What is left of a body that is too large shall not be sent at all.
  const isTooLarge = error instanceof AppError && error.reason === "REQUEST_TOO_LARGE";
  return isTooLarge && request.httpVersionMajor === 1 ? { connection: "close" } : {};
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === "string" ? value.toLowerCase() : undefined;
}

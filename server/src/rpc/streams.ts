import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { DescMethod } from "@bufbuild/protobuf";
import { Code, ConnectError, type ConnectRouter, createConnectRouter } from "@connectrpc/connect";
import type { UniversalHandler, UniversalServerRequest } from "@connectrpc/connect/protocol";
import {
  compressionGzip,
  universalRequestFromNodeRequest,
  universalResponseToNodeResponse,
} from "@connectrpc/connect-node";
import type { App } from "../app.ts";
import { invalidRequest } from "../errors.ts";
import { restOf } from "../wire/rest-of-body.ts";
import { securityHeaders } from "../wire/security-headers.ts";
import { type Details, errorAnswer, errorInfo } from "./front/answer.ts";
import { exchangeOf } from "./front/exchange-of.ts";
import { HttpRefusal, notPost, unknownContentType } from "./front/http-refusal.ts";
import { type StreamBody, streamBody } from "./front/stream-body.ts";
import { streamReasons } from "./front/stream-reasons.ts";
import { acceptText } from "./front/stream-text.ts";
import { answerWireOf, mediaTypeOf } from "./front/wire.ts";

type StreamApp = Pick<App, "baseUrl" | "log" | "newId">;

type StreamOptions = Readonly<{ maxRequestBytes: number; details: Details }>;

const DEFAULTS: StreamOptions = { maxRequestBytes: 64 * 1024, details: errorInfo };

const CONTENT_TYPE =
  /^application\/(connect\+(json|proto)|grpc(-web)?(\+(json|proto))?|grpc-web-text(\+proto)?)$/;

/** The few methods that are streams (health Watch, reflection) run on connect-node. */
export function streamHandlers(
  app: StreamApp,
  register: (router: ConnectRouter) => void,
  { maxRequestBytes, details }: StreamOptions = DEFAULTS,
): ReadonlyMap<string, RequestListener> {
  const router = createConnectRouter({
    acceptCompression: [compressionGzip],
    readMaxBytes: maxRequestBytes,
    interceptors: [streamReasons(app, details)],
  });
  register(router);
  const streams = router.handlers.filter(({ method }) => method.methodKind !== "unary");
  return new Map(streams.map((handler) => [handler.requestPath, nodeListener(app, handler, details)]));
}

function nodeListener(app: StreamApp, handler: UniversalHandler, details: Details): RequestListener {
  const serve = acceptText(handler);
  const shared = Object.entries({
    "cache-control": "no-store",
    "x-accel-buffering": "no", // or nginx holds back what is short
    ...securityHeaders(app.baseUrl),
  });
  return async (request, response) => {
    try {
      const incoming = universalRequest(request, response, handler.method.methodKind);
      const body = streamBody(request);
      const answer = await serve({ ...incoming, body: body.pieces });
      for (const [name, value] of shared) response.setHeader(name, value);
      const pieces = afterRest(answer.body ?? [], body, request);
      await universalResponseToNodeResponse({ ...answer, body: pieces }, response);
    } catch (error) {
      if (error instanceof HttpRefusal)
        await refuse(request, response, error, Object.fromEntries(shared), details);
      // A caller who leaves in the middle of a stream is no failure of ours.
      else if (!response.destroyed && !request.destroyed && !isAborted(error)) {
        app.log("error", "stream failed", { method: handler.requestPath, detail: String(error) });
        response.destroy();
      }
    }
  };
}

/** Of a stream that was reset over HTTP/2, connect-node says so. */
function isAborted(error: unknown): boolean {
  return error instanceof ConnectError && error.code === Code.Aborted;
}

/** An answer that leaves before the body has ended lets its rest come first, as a unary one does. */
async function* afterRest(
  answer: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  body: StreamBody,
  request: IncomingMessage,
): AsyncIterable<Uint8Array> {
  let isBegun = false;
  const begin = async (): Promise<void> => {
    isBegun = true;
    const rest = body.isLeft() ? restOf(request) : undefined;
    if (!body.isLate()) await rest;
  };
  for await (const piece of answer) {
    if (!isBegun) await begin();
    yield piece;
  }
  if (!isBegun) await begin();
}

function universalRequest(
  request: IncomingMessage,
  response: ServerResponse,
  kind: DescMethod["methodKind"],
): UniversalServerRequest {
  if (request.method !== "POST") throw notPost();
  if (!CONTENT_TYPE.test(mediaTypeOf(request.headers["content-type"] ?? ""))) throw unknownContentType();
  if (kind === "bidi_streaming" && request.httpVersionMajor < 2)
    throw badHeader(505, ":version", "is not HTTP/2");
  const version = request.headers["connect-protocol-version"] ?? "1";
  if (version !== "1") throw badHeader(400, "connect-protocol-version", "is not 1");
  try {
    return universalRequestFromNodeRequest(request, response, undefined, undefined);
  } catch {
    throw badHeader(400, "host", "is not valid");
  }
}

function badHeader(http: number, name: string, problem: string): HttpRefusal {
  const { reason, detail, metadata } = invalidRequest(name, problem);
  return new HttpRefusal(http, {}, reason, detail, { ...metadata });
}

async function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  error: HttpRefusal,
  headers: Record<string, string>,
  details: Details,
): Promise<void> {
  const fields = Object.entries({ ...headers, ...error.headers }).flat();
  const exchange = exchangeOf(request, response);
  await exchange.rest();
  exchange.send(
    errorAnswer(answerWireOf(request.headers["content-type"]), error, fields, error.http, details),
  );
}

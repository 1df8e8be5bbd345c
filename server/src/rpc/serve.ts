import type { IncomingMessage, ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import type { App } from "../app.ts";
import type { CallContext } from "./context.ts";
import { answerPreflight, corsHeaders } from "./cors.ts";
import { refuseUnknownMethod, serveUnary, type UnaryFront } from "./front/unary.ts";
import { wireOf } from "./front/wire.ts";
import { guard } from "./guards/guard.ts";
import { logRequest } from "./guards/request-log.ts";
import type { Route, Routes } from "./route.ts";

export type RpcOptions = {
  routes: Routes;
  streams: ReadonlyMap<string, (request: IncomingMessage, response: ServerResponse) => void>;
  clientIp: (request: IncomingMessage) => string;
};

const METHOD_PATH = /^\/[a-z][\w.]*\.[A-Z]\w*\/[A-Z]\w*$/;

/** Answers RPCs; returns false for a path that is none. */
export function rpcListener(
  app: Pick<App, "baseUrl" | "clock" | "db" | "log" | "newId" | "signer">,
  { routes, streams, clientIp }: RpcOptions,
): (request: IncomingMessage, response: ServerResponse, path: string) => boolean {
  const front = unaryFront(app, clientIp);
  return (request, response, path) => {
    if (!METHOD_PATH.test(path)) return false;
    if (answerPreflight(path, request, response)) return true;
    const route = routes.get(path);
    if (route) {
      serveUnary(front, route, request, response).catch((error: unknown) => {
        app.log("error", "rpc answer failed", { method: path, detail: String(error) });
        response.destroy();
      });
      return true;
    }
    const stream = streams.get(path);
    if (stream) {
      stream(request, response);
      return true;
    }
    const wire = wireOf(request.headers["content-type"]);
    if (wire) refuseUnknownMethod(wire, response);
    return wire !== undefined;
  };
}

type Started = CallContext & { startedAt: number };

function unaryFront(
  app: Pick<App, "baseUrl" | "clock" | "db" | "log" | "newId" | "signer">,
  clientIp: (request: IncomingMessage) => string,
): UnaryFront {
  return {
    open: (request, signal): Started => ({
      requestId: app.newId(),
      clientIp: clientIp(request),
      userAgent: (request.headers["user-agent"] ?? "").slice(0, 256),
      signal,
      responseHeaders: {},
      startedAt: performance.now(),
    }),
    guard: (route: Route, headers, context) => guard(app, route.access, headers, context),
    headers: (route, context) => ({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "x-request-id": context.requestId,
      ...corsHeaders(route.method.parent.typeName),
    }),
    done: (route, context, error) =>
      logRequest(app.log, route, context, performance.now() - (context as Started).startedAt, error),
  };
}

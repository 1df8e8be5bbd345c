import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import type { App } from "../app.ts";
import { securityHeaders } from "../http/security-headers.ts";
import type { CallContext } from "./context.ts";
import { answerPreflight, corsHeaders } from "./cors.ts";
import { errorAnswer } from "./front/answer.ts";
import { unknownMethod } from "./front/http-refusal.ts";
import { send } from "./front/send.ts";
import { serveUnary, type UnaryFront } from "./front/unary.ts";
import { PLAIN_WIRE, wireOf } from "./front/wire.ts";
import { refuseRepeatedCredentials } from "./guards/credentials.ts";
import { guard } from "./guards/guard.ts";
import { logRequest } from "./guards/request-log.ts";
import type { Routes } from "./route.ts";

export type RpcOptions = {
  routes: Routes;
  streams: ReadonlyMap<string, RequestListener>;
  clientIp: (request: IncomingMessage) => string;
};

type RpcApp = Pick<App, "baseUrl" | "log" | "metrics" | "newId"> & Parameters<typeof guard>[0];

const METHOD_PATH = /^\/[a-z][\w.]*\.[A-Z]\w*\/[A-Z]\w*$/;

/** Answers RPCs; returns false for a path that is none. */
export function rpcListener(
  app: RpcApp,
  { routes, streams, clientIp }: RpcOptions,
): (request: IncomingMessage, response: ServerResponse, path: string) => boolean {
  const front = unaryFront(app, routes, clientIp);
  return (request, response, path) => {
    const route = routes.get(path);
    const stream = route ? undefined : streams.get(path);
    const isMethod = route !== undefined || stream !== undefined || METHOD_PATH.test(path);
    if (isMethod && answerPreflight(path, request, response)) return true;
    if (route) {
      serveUnary(front, route, request, response).catch((error: unknown) => {
        app.log("error", "rpc answer failed", { method: path, detail: String(error) });
        response.destroy();
      });
      return true;
    }
    if (stream) {
      stream(request, response);
      return true;
    }
    const isRpc = isMethod || (wireOf(request.headers["content-type"]) ?? PLAIN_WIRE).protocol !== "connect";
    if (isRpc) refuseUnknownMethod(front, request, response, path);
    return isRpc;
  };
}

type Started = CallContext & { startedAt: number };

function unaryFront(app: RpcApp, routes: Routes, clientIp: (request: IncomingMessage) => string): UnaryFront {
  const shared = { "cache-control": "no-store", ...securityHeaders(app.baseUrl) };
  return {
    open: (request, lifetime): Started => ({
      requestId: app.newId(),
      clientIp: clientIp(request),
      userAgent: (request.headers["user-agent"] ?? "").slice(0, 256),
      get signal() {
        return lifetime.signal;
      },
      responseHeaders: {},
      startedAt: performance.now(),
    }),
    async guard(route, request, context) {
      refuseRepeatedCredentials(request.rawHeaders);
      await guard(app, route.access, request.headers, context);
    },
    headers: (path, context) => ({
      ...shared,
      ...corsHeaders(path),
      "x-request-id": context.requestId,
      ...context.responseHeaders,
    }),
    done(path, context, error) {
      const ms = performance.now() - (context as Started).startedAt;
      logRequest(app.log, path, context, ms, error);
      // Unknown methods share one name: whoever calls chooses theirs.
      const method = routes.has(path) ? path.slice(1) : "unknown";
      app.metrics.request(method, error?.status ?? "ok", error?.reason ?? "", ms / 1000);
    },
  };
}

/** A path that is no method of ours, asked for in one of our protocols or where only methods live. */
function refuseUnknownMethod(
  front: UnaryFront,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): void {
  const wire = wireOf(request.headers["content-type"]) ?? PLAIN_WIRE;
  const context = front.open(request, new AbortController());
  const error = unknownMethod();
  send(request, response, wire, errorAnswer(wire, error, front.headers(path, context), error.http));
  front.done(path.slice(0, 128), context, error);
}

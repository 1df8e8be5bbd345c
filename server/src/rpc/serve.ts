import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { ServerHttp2Stream } from "node:http2";
import type { App } from "../app.ts";
import type { clientIpReader } from "../wire/client-ip.ts";
import { securityHeaders } from "../wire/security-headers.ts";
import { answerPreflight, CORS_HEADERS, isForBrowsers } from "./cors.ts";
import { errorInfo } from "./front/answer.ts";
import { exchangeOf } from "./front/exchange-of.ts";
import { unknownMethod } from "./front/http-refusal.ts";
import { Http2Exchange } from "./front/http2-exchange.ts";
import { refuseCall, serveUnary, type UnaryFront } from "./front/unary.ts";
import { answerWireOf } from "./front/wire.ts";
import { refuseRepeatedCredentials } from "./guards/credentials.ts";
import { guard } from "./guards/guard.ts";
import { logRequest } from "./guards/request-log.ts";
import type { Routes } from "./route.ts";

export type RpcOptions = {
  routes: Routes;
  streams: ReadonlyMap<string, RequestListener>;
};

type RpcApp = Pick<App, "admission" | "baseUrl" | "log" | "metrics" | "newId"> & Parameters<typeof guard>[0];

const METHOD_PATH = /^\/[a-z][\w.]*\.[A-Z]\w*\/[A-Z]\w*$/;

/** Answers an RPC; returns false for a path that is none. */
export type RpcListener = {
  request: (request: IncomingMessage, response: ServerResponse, path: string) => boolean;
  /** For a unary call over HTTP/2; everything else is left to `request`. */
  stream: (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, rawHeaders: readonly string[]) => boolean;
};

export function rpcListener(front: UnaryFront, { routes, streams }: RpcOptions): RpcListener {
  return {
    request(request, response, path) {
      const route = routes.get(path);
      const stream = route ? undefined : streams.get(path);
      const isMethod = route !== undefined || stream !== undefined || METHOD_PATH.test(path);
      if (isMethod && answerPreflight(path, request, response)) return true;
      if (route) {
        void serveUnary(front, route, exchangeOf(request, response));
        return true;
      }
      if (stream) {
        stream(request, response);
        return true;
      }
      // No method of ours, asked for in one of our protocols or where only methods live.
      const isRpc = isMethod || answerWireOf(request.headers["content-type"]).protocol !== "connect";
      if (isRpc) refuseCall(front, path.slice(0, 128), exchangeOf(request, response), unknownMethod());
      return isRpc;
    },
    stream(stream, headers, rawHeaders) {
      const route = headers[":method"] === "POST" ? routes.get(String(headers[":path"])) : undefined;
      if (route) void serveUnary(front, route, new Http2Exchange(stream, headers, rawHeaders));
      return route !== undefined;
    },
  };
}

export function unaryFront(
  app: RpcApp,
  routes: Routes,
  clientIp: ReturnType<typeof clientIpReader>,
): UnaryFront {
  const shared = ["cache-control", "no-store", ...Object.entries(securityHeaders(app.baseUrl)).flat()];
  const toBrowsers = [...shared, ...Object.entries(CORS_HEADERS).flat()];
  const names = new Map([...routes.keys()].map((path) => [path, path.slice(1)]));
  return {
    admission: app.admission,
    newId: app.newId,
    clientIp,
    guard(route, { headers, rawHeaders }, context) {
      refuseRepeatedCredentials(rawHeaders);
      return guard(app, route.access, headers, context, route.comparesProject);
    },
    headers: (path, { headers }) =>
      headers.origin !== undefined && isForBrowsers(path) ? toBrowsers : shared,
    done(path, context, ms, error) {
      logRequest(app.log, path, context, ms, error);
      // Unknown methods share one name: whoever calls chooses theirs.
      const method = names.get(path) ?? "unknown";
      app.metrics.request(method, error?.status ?? "ok", error?.reason ?? "", ms / 1000);
    },
    details: errorInfo,
    unsent: (path, error) => app.log("error", "rpc answer failed", { method: path, detail: String(error) }),
  };
}

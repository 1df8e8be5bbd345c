import type { IncomingMessage, ServerResponse } from "node:http";

/** Apps in a browser call these surfaces with a key in a header, never with a cookie: any origin may. */
const BROWSER_SURFACES = /^\/svc\.(auth|billing|push)\./;

const ALLOWED_HEADERS =
  "accept-language, authorization, content-type, content-encoding, x-svc-key, connect-protocol-version, connect-timeout-ms, x-grpc-web, x-user-agent, grpc-timeout, traceparent, tracestate, baggage";
const EXPOSED_HEADERS =
  "grpc-status, grpc-message, grpc-status-details-bin, grpc-encoding, content-encoding, retry-after, x-request-id";

export const CORS_HEADERS: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": EXPOSED_HEADERS,
};

export function isForBrowsers(path: string): boolean {
  return BROWSER_SURFACES.test(path);
}

/** A preflight carries no key, so it is answered before any guard. Other surfaces answer without permission. */
export function answerPreflight(path: string, request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method !== "OPTIONS" || !request.headers["access-control-request-method"]) return false;
  const permission = isForBrowsers(path)
    ? {
        "access-control-allow-origin": "*",
        "access-control-allow-methods": "POST",
        "access-control-allow-headers": ALLOWED_HEADERS,
        "access-control-max-age": "7200",
      }
    : {};
  response.writeHead(204, permission);
  response.end();
  return true;
}

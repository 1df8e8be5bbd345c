import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { App } from "../app.ts";
import { AppError, causeOf } from "../errors.ts";
import { asAppError } from "../wire/errors.ts";
import type { HttpRoute } from "../wire/http-route.ts";
import { sendProblem } from "../wire/problem.ts";
import { restOf } from "../wire/rest-of-body.ts";
import { securityHeaders } from "../wire/security-headers.ts";
import { sendNotFoundPage, wantsNotFoundPage } from "./site/not-found-page.ts";

type RpcListener = (request: IncomingMessage, response: ServerResponse, path: string) => boolean;

/** Everything the port serves: RPCs first, then the plain endpoints, then a clear refusal. */
export function requestListener(
  app: Pick<App, "baseUrl" | "log" | "newId">,
  rpc: RpcListener,
  routes: readonly HttpRoute[],
  /** Tells a browser that there is no such page below the address of a project. */
  sendMissingPage?: (request: IncomingMessage, response: ServerResponse, path: string) => Promise<void>,
): RequestListener {
  const security = Object.entries(securityHeaders(app.baseUrl));
  return (request, response) => {
    const path = pathOf(request.url ?? "");
    if (rpc(request, response, path)) return;
    for (const [name, value] of security) response.setHeader(name, value);
    servePlain(routes, request, response, path).catch(async (error: unknown) => {
      const requestId = app.newId();
      const failure = asAppError(error, requestId);
      const cause = causeOf(failure);
      if (failure.reason === "INTERNAL" || cause !== undefined) {
        app.log("error", "http", {
          path: withoutSecret(path),
          request_id: requestId,
          detail: failure.detail,
          cause,
        });
      }
      await restOf(request);
      if (response.headersSent) response.destroy();
      else if (failure.reason !== "NOT_FOUND" || !wantsNotFoundPage(request)) sendProblem(response, failure);
      // Pages below /p/ are for the users of an app, to whom the documentation of the server says nothing.
      else if (!path.startsWith("/p/")) sendNotFoundPage(response, path);
      else if (sendMissingPage) await sendMissingPage(request, response, path);
      else sendProblem(response, failure);
    });
  };
}

function pathOf(url: string): string {
  const end = url.indexOf("?");
  return end === -1 ? url : url.slice(0, end);
}

/** The last part of a webhook's address is a secret. */
function withoutSecret(path: string): string {
  return path.replace(/^(\/webhooks\/\w+\/[^/]*)\/.*/s, "$1/…").slice(0, 200);
}

async function servePlain(
  routes: readonly HttpRoute[],
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  const method = request.method === "HEAD" ? "GET" : request.method;
  const matching = routes.flatMap((route) => {
    const match = route.pattern.exec(path);
    return match ? [{ route, parameters: { ...match.groups } }] : [];
  });
  const found = matching.find(({ route }) => route.methods.some((allowed) => allowed === method));
  const rest = found && method === "POST" ? undefined : restOf(request);
  if (rest) await rest;
  if (found) return found.route.handle({ raw: request, path, parameters: found.parameters }, response);
  if (matching.length === 0) throw new AppError("NOT_FOUND", undefined, { resource: "path" });
  const allow = [...new Set(matching.flatMap(({ route }) => route.methods))].join(", ");
  sendProblem(response, new AppError("INVALID_REQUEST", undefined, { problem: `use ${allow}` }), 405, {
    allow,
  });
}

import { rememberAuth } from "./auth-of.ts";
import { bearerOf, refusalOf } from "./refusal.ts";
import type { Verifier, VerifyOptions } from "./verifier.ts";

type NodeRequest = { headers: { authorization?: string | undefined } };
type NodeResponse = {
  statusCode: number;
  setHeader: (name: string, value: string) => unknown;
  end: (body: string) => unknown;
};

/**
 * Middleware for Express and anything else that takes `(request, response, next)`, such as `node:http`. Requests without
 * a valid token are answered with 401, 403 or 503; for the others `authOf(request)` returns the token.
 *
 * @example
 * import { authOf, expressAuth } from "@svc/sdk/server";
 * import express from "express";
 *
 * const app = express();
 * app.use("/members", expressAuth(verifier, { allowAnonymous: false }));
 * app.get("/members/me", (request, response) => {
 *   response.json({ userId: authOf(request).userId });
 * });
 */
export function expressAuth(
  verifier: Verifier,
  options: VerifyOptions = {},
): (request: NodeRequest, response: NodeResponse, next: (error?: unknown) => void) => Promise<void> {
  return async (request, response, next) => {
    try {
      rememberAuth(request, await verifier.verify(bearerOf(request.headers.authorization), options));
    } catch (error) {
      return refuse(response, error, next);
    }
    next();
  };
}

function refuse(response: NodeResponse, error: unknown, next: (error: unknown) => void): void {
  try {
    const { status, headers, body } = refusalOf(error);
    response.statusCode = status;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.end(body);
  } catch (unexpected) {
    next(unexpected);
  }
}

import { bearerOf, refusalOf } from "./refusal.ts";
import type { VerifiedToken } from "./verified-token.ts";
import type { Verifier, VerifyOptions } from "./verifier.ts";

/**
 * Wraps a handler that takes a `Request` and returns a `Response`: Next.js, Deno, Bun, Cloudflare. The handler runs only
 * for a verified token, which is its second argument. Other requests are answered with 401, 403 or 503.
 *
 * @example
 * import { withAuth } from "@svc/sdk/server";
 *
 * export const GET = withAuth(verifier, (request, { userId }) => Response.json({ userId }));
 */
export function withAuth<Rest extends unknown[]>(
  verifier: Verifier,
  handler: (request: Request, token: VerifiedToken, ...rest: Rest) => Response | Promise<Response>,
  options: VerifyOptions = {},
): (request: Request, ...rest: Rest) => Promise<Response> {
  return async (request, ...rest) => {
    let token: VerifiedToken;
    try {
      token = await verifier.verify(bearerOf(request.headers.get("authorization")), options);
    } catch (error) {
      const { body, ...init } = refusalOf(error);
      return new Response(body, init);
    }
    return handler(request, token, ...rest);
  };
}

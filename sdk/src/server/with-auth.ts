import { bearerOf, refusalOf } from "./refusal.ts";
import type { VerifiedToken } from "./verified-token.ts";
import type { Verifier, VerifyOptions } from "./verifier.ts";

/**
 * A handler for servers that take a Request and give a Response: Deno, Bun, Cloudflare, Next.js. It runs only
 * for a good token, which it is given after the request; refused ones are answered for it.
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

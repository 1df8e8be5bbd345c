import { rememberAuth } from "./auth-of.ts";
import { bearerOf, refusalOf } from "./refusal.ts";
import type { Verifier, VerifyOptions } from "./verifier.ts";

type FastifyRequest = { headers: { authorization?: string | undefined } };
type FastifyReply = {
  code: (status: number) => unknown;
  header: (name: string, value: string) => unknown;
  send: (body: string) => unknown;
};

/**
 * A hook for Fastify's `onRequest` or `preHandler`. Requests without a valid token are answered with 401, 403 or 503; for
 * the others `authOf(request)` returns the token.
 *
 * @example
 * import { authOf, fastifyAuth } from "@svc/sdk/server";
 * import fastify from "fastify";
 *
 * const app = fastify();
 * app.addHook("onRequest", fastifyAuth(verifier));
 * app.get("/me", async (request) => ({ userId: authOf(request).userId }));
 */
export function fastifyAuth(
  verifier: Verifier,
  options: VerifyOptions = {},
): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
  return async (request, reply) => {
    try {
      rememberAuth(request, await verifier.verify(bearerOf(request.headers.authorization), options));
      return undefined;
    } catch (error) {
      const { status, headers, body } = refusalOf(error);
      reply.code(status);
      for (const [name, value] of Object.entries(headers)) reply.header(name, value);
      reply.send(body);
      // Returned, so that Fastify knows that the answer is on its way.
      return reply;
    }
  };
}

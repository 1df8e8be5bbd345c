import { bearerOf, refusalOf } from "./refusal.ts";
import type { VerifiedToken } from "./verified-token.ts";
import type { Verifier, VerifyOptions } from "./verifier.ts";

/** For `new Hono<HonoAuth>()`, so that `c.get("auth")` has its type. */
export type HonoAuth = {
  /** The variables of Hono's context. */
  Variables: {
    /** The verified token of the request. */
    auth: VerifiedToken;
  };
};

type HonoContext = {
  req: { header: (name: string) => string | undefined };
  set: (key: "auth", value: VerifiedToken) => void;
};

/**
 * Middleware for Hono. Requests without a valid token are answered with 401, 403 or 503; for the others `c.get("auth")`
 * returns the token.
 *
 * @example
 * import { type HonoAuth, honoAuth } from "@svc/sdk/server";
 * import { Hono } from "hono";
 *
 * const app = new Hono<HonoAuth>();
 * app.use(honoAuth(verifier));
 * app.get("/me", (c) => c.json({ userId: c.get("auth").userId }));
 */
export function honoAuth(
  verifier: Verifier,
  options: VerifyOptions = {},
): (context: HonoContext, next: () => Promise<void>) => Promise<Response | undefined> {
  return async (context, next) => {
    try {
      context.set("auth", await verifier.verify(bearerOf(context.req.header("authorization")), options));
    } catch (error) {
      const { body, ...init } = refusalOf(error);
      return new Response(body, init);
    }
    await next();
    return undefined;
  };
}

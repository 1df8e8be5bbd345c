import { bearerOf, refusalOf } from "./refusal.ts";
import type { VerifiedToken } from "./verified-token.ts";
import type { Verifier, VerifyOptions } from "./verifier.ts";

/** For `new Hono<HonoAuth>()`, so that `c.get("auth")` has its type. */
export type HonoAuth = { Variables: { auth: VerifiedToken } };

type HonoContext = {
  req: { header: (name: string) => string | undefined };
  set: (key: "auth", value: VerifiedToken) => void;
};

/** Middleware for Hono. Then `c.get("auth")` has the token. */
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

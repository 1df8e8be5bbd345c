import { hash } from "node:crypto";
import type { App } from "../app.ts";
import { publicKeys } from "../domain/signing-keys/public-keys.ts";
import { isKnown } from "./if-none-match.ts";
import { respond } from "./respond.ts";
import type { HttpRoute } from "./route.ts";

/** What backends need to verify tokens offline. Any origin may read it: it is public by its nature. */
export function jwksRoute(app: Pick<App, "clock" | "db">): HttpRoute {
  return {
    methods: ["GET"],
    pattern: /^\/p\/(?<slug>[a-z0-9-]+)\/\.well-known\/jwks\.json$/,
    async handle({ raw, parameters }, response) {
      const body = JSON.stringify(await publicKeys(app, parameters.slug ?? ""));
      const etag = `"${hash("sha256", body, "base64url").slice(0, 22)}"`;
      const headers = {
        etag,
        "cache-control": "public, max-age=300",
        "access-control-allow-origin": "*",
      };
      if (isKnown(raw.headers["if-none-match"], etag)) respond(response, 304, headers);
      else respond(response, 200, { ...headers, "content-type": "application/json" }, body);
    },
  };
}

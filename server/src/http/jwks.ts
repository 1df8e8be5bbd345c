import type { App } from "../app.ts";
import { publicKeys } from "../domain/signing-keys/public-keys.ts";
import type { HttpRoute } from "../wire/http-route.ts";
import { keepAnswer, sendKept } from "./kept-answer.ts";

const HEADERS = {
  "content-type": "application/json",
  "cache-control": "public, max-age=300",
  "access-control-allow-origin": "*",
};

/** What backends need to verify tokens offline. Any origin may read it: it is public by its nature. */
export function jwksRoute(app: Pick<App, "clock" | "db">): HttpRoute {
  return {
    methods: ["GET"],
    pattern: /^\/p\/(?<slug>[a-z0-9-]+)\/\.well-known\/jwks\.json$/,
    async handle({ raw, parameters }, response) {
      // Asked for each time: a key that was rotated away or revoked must not be shown for a moment longer.
      const body = JSON.stringify(await publicKeys(app, parameters.slug ?? ""));
      sendKept(raw, response, keepAnswer(HEADERS, body));
    },
  };
}

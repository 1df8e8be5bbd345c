import type { HttpRoute } from "../wire/http-route.ts";
import { respond } from "../wire/respond.ts";

export function healthzRoute(isServing: () => boolean): HttpRoute {
  return {
    methods: ["GET"],
    pattern: /^\/healthz$/,
    handle(_request, response) {
      const serving = isServing();
      const headers = { "content-type": "application/json", "cache-control": "no-store" };
      const body = JSON.stringify({ status: serving ? "SERVING" : "NOT_SERVING" });
      respond(response, serving ? 200 : 503, headers, body);
    },
  };
}

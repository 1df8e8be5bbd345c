import { respond } from "./respond.ts";
import type { HttpRoute } from "./route.ts";

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

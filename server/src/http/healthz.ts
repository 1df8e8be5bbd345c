import type { HttpRoute } from "./route.ts";

export function healthzRoute(isServing: () => boolean): HttpRoute {
  return {
    methods: ["GET"],
    pattern: /^\/healthz$/,
    handle(_request, response) {
      const serving = isServing();
      response.writeHead(serving ? 200 : 503, {
        "content-type": "application/json",
        "cache-control": "no-store",
      });
      response.end(JSON.stringify({ status: serving ? "SERVING" : "NOT_SERVING" }));
    },
  };
}

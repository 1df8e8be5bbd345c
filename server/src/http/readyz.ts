import type { App } from "../app.ts";
import { databaseAnswers } from "../domain/instance/observe.ts";
import type { HttpRoute } from "../wire/http-route.ts";
import { respond } from "../wire/respond.ts";

/** Whether a load balancer should send callers here. `/healthz` says only that the process lives. */
export function readyzRoute(app: Pick<App, "db" | "log">, isServing: () => boolean): HttpRoute {
  return {
    methods: ["GET"],
    pattern: /^\/readyz$/,
    async handle(_request, response) {
      const problem = !isServing() ? "draining" : (await databaseAnswers(app)) ? undefined : "database";
      const headers = { "content-type": "application/json", "cache-control": "no-store" };
      const body = problem === undefined ? { status: "READY" } : { status: "NOT_READY", problem };
      respond(response, problem === undefined ? 200 : 503, headers, JSON.stringify(body));
    },
  };
}

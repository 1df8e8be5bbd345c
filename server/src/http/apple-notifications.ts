import type { App } from "../app.ts";
import { applyAppleNotification } from "../domain/oauth/apply-apple-notification.ts";
import type { HttpRoute } from "../wire/http-route.ts";
import { readBody } from "../wire/read-body.ts";
import { respond } from "../wire/respond.ts";

const MAX_BYTES = 64 * 1024;

/**
 * Where Apple tells what became of its users' accounts. It repeats what is not answered with 200; an
 * answer in the 400s says that repeating it is of no use, one in the 500s that it is.
 */
export function appleNotificationsRoute(
  app: Pick<App, "clock" | "db" | "identityProviders" | "newId" | "secretBox" | "stores" | "wakeMailJob">,
): HttpRoute {
  return {
    methods: ["POST"],
    pattern: /^\/oauth\/apple\/notifications\/(?<slug>[a-z0-9-]+)$/,
    async handle({ raw, parameters }, response) {
      const body = (await readBody(raw, MAX_BYTES)).toString("utf8");
      await applyAppleNotification(app, parameters.slug ?? "", body);
      respond(response, 200, { "cache-control": "no-store" });
    },
  };
}

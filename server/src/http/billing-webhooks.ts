import type { ServerResponse } from "node:http";
import type { App } from "../app.ts";
import { projectOfWebhook, receiveNotification } from "../domain/billing/receive-notification.ts";
import { adapterOf } from "../domain/billing/store-adapter.ts";
import { type StoreName, stores } from "../domain/billing/stores.ts";
import type { Project } from "../domain/projects/project.ts";
import type { ProviderSecretName } from "../domain/projects/provider-secrets.ts";
import { AppError } from "../errors.ts";
import type { HttpRoute } from "../wire/http-route.ts";
import { sendProblem } from "../wire/problem.ts";
import { readBody } from "../wire/read-body.ts";
import { respond } from "../wire/respond.ts";

type WebhookApp = Pick<
  App,
  "baseUrl" | "clock" | "db" | "log" | "metrics" | "newId" | "secretBox" | "stores" | "wakeInboxJob"
>;

const MAX_BYTES = 256 * 1024;

/**
 * Where the stores tell what became of subscriptions. 200 says that a notification is stored for good. What
 * is not genuine is refused; what may go well later is answered in the 500s, so that the store sends it again.
 */
export function billingWebhookRoutes(app: WebhookApp): HttpRoute[] {
  return stores.map(({ name, webhook: { path, secret } }) => {
    const secretPart = secret ? "/(?<secret>[\\w-]{1,128})" : "";
    const pattern = new RegExp(`^/webhooks/${path}/(?<slug>[a-z0-9-]+)${secretPart}$`);
    return route(app, name, pattern, secret?.name);
  });
}

function route(
  app: WebhookApp,
  store: StoreName,
  pattern: RegExp,
  secretName: ProviderSecretName | undefined,
): HttpRoute {
  const count = (outcome: string): void => app.metrics.notification(store, outcome);
  const { receive, refusalStatus } = adapterOf(app, store);
  return {
    methods: ["POST"],
    pattern,
    async handle({ raw, parameters: { slug = "", secret = "" } }, response) {
      const body = await readBody(raw, MAX_BYTES);
      const project = await projectOfWebhook(app, slug, secretName && { secretName, secret });
      try {
        const notification = await receive(app, project, { headers: raw.headers, body });
        const isNew = await receiveNotification(app, project, store, notification);
        if (!isNew) count("repeated");
        else count(notification.ignoredBecause === undefined ? "received" : "of_no_concern");
        respond(response, 200, { "cache-control": "no-store" });
      } catch (error) {
        count("refused");
        refuse(app, project, store, response, error, refusalStatus);
      }
    },
  };
}

function refuse(
  app: Pick<App, "log">,
  project: Project,
  store: StoreName,
  response: ServerResponse,
  error: unknown,
  refusal: number,
): void {
  const isRefusal = error instanceof AppError && error.reason === "PURCHASE_INVALID";
  const isUnset = error instanceof AppError && error.reason === "STORE_NOT_CONFIGURED";
  if (!isRefusal && !isUnset) throw error;
  app.log("warn", "webhook refused", { project: project.slug, store, detail: error.detail });
  if (isRefusal) sendProblem(response, error, refusal);
  else sendProblem(response, new AppError("NOT_FOUND", undefined, { resource: "path" }));
}

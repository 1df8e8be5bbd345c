import type { ServerResponse } from "node:http";
import type { App } from "../app.ts";
import { receiveAppStore } from "../domain/billing/app-store/receive.ts";
import { receivePlayStore } from "../domain/billing/play-store/receive.ts";
import { projectOfWebhook, receiveNotification } from "../domain/billing/receive-notification.ts";
import type { StoreName } from "../domain/billing/store.ts";
import type { NewNotification } from "../domain/billing/store-adapter.ts";
import { receiveStripe } from "../domain/billing/stripe/receive.ts";
import type { Project } from "../domain/projects/project.ts";
import { AppError } from "../errors.ts";
import type { HttpRequest, HttpRoute } from "../wire/http-route.ts";
import { sendProblem } from "../wire/problem.ts";
import { readBody } from "../wire/read-body.ts";
import { respond } from "../wire/respond.ts";

type WebhookApp = Pick<
  App,
  "baseUrl" | "clock" | "db" | "log" | "metrics" | "newId" | "notificationIsWaiting" | "secretBox" | "stores"
>;

const MAX_BYTES = 256 * 1024;

/**
 * Where the stores tell what became of subscriptions. 200 says that a notification is stored for good. What
 * is not genuine is refused; what may go well later is answered in the 500s, so that the store sends it again.
 */
export function billingWebhookRoutes(app: WebhookApp): HttpRoute[] {
  return [
    route(app, "app_store", /^\/webhooks\/apple\/(?<slug>[a-z0-9-]+)\/(?<secret>[\w-]{1,128})$/, {
      projectOf: ({ parameters: { slug = "", secret = "" } }) =>
        projectOfWebhook(app, slug, { secretName: "app_store_notification_secret", secret }),
      receive: (project, body) => receiveAppStore(app, project, body),
      refusal: 401,
    }),
    route(app, "play_store", /^\/webhooks\/google\/(?<slug>[a-z0-9-]+)\/(?<secret>[\w-]{1,128})$/, {
      projectOf: ({ parameters: { slug = "", secret = "" } }) =>
        projectOfWebhook(app, slug, { secretName: "play_store_rtdn_secret", secret }),
      receive: (project, body, { raw }) => receivePlayStore(app, project, raw.headers.authorization, body),
      refusal: 401,
    }),
    route(app, "stripe", /^\/webhooks\/stripe\/(?<slug>[a-z0-9-]+)$/, {
      projectOf: ({ parameters: { slug = "" } }) => projectOfWebhook(app, slug),
      receive: (project, body, { raw }) =>
        receiveStripe(app, project, String(raw.headers["stripe-signature"] ?? ""), body),
      refusal: 400,
    }),
  ];
}

type Webhook = {
  projectOf: (request: HttpRequest) => Promise<Project>;
  receive: (project: Project, body: Buffer, request: HttpRequest) => Promise<NewNotification>;
  /** What a notification gets that is not genuine. */
  refusal: 400 | 401;
};

function route(app: WebhookApp, store: StoreName, pattern: RegExp, webhook: Webhook): HttpRoute {
  const count = (outcome: string): void => app.metrics.notification(store, outcome);
  return {
    methods: ["POST"],
    pattern,
    async handle(request, response) {
      const body = await readBody(request.raw, MAX_BYTES);
      const project = await webhook.projectOf(request);
      try {
        const notification = await webhook.receive(project, body, request);
        const isNew = await receiveNotification(app, project, store, notification);
        if (!isNew) count("repeated");
        else count(notification.ignoredBecause === undefined ? "received" : "of_no_concern");
        respond(response, 200, { "cache-control": "no-store" });
      } catch (error) {
        count("refused");
        refuse(app, project, store, response, error, webhook.refusal);
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

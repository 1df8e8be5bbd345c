import type { RequestListener } from "node:http";
import { Health } from "@svc/proto/grpc/health/v1/health_pb";
import type { App } from "./app.ts";
import type { Config } from "./config/load-config.ts";
import { projectOfPages } from "./domain/projects/find-project.ts";
import { wordingOfPages } from "./domain/wording/wording-of-pages.ts";
import { causeOf } from "./errors.ts";
import { appAssociationRoutes } from "./http/app-associations.ts";
import { appleNotificationsRoute } from "./http/apple-notifications.ts";
import { assetRoute } from "./http/assets.ts";
import { billingWebhookRoutes } from "./http/billing-webhooks.ts";
import { consoleRoutes } from "./http/console.ts";
import { discoveryRoutes } from "./http/discovery.ts";
import { docsRoutes } from "./http/docs/docs-routes.ts";
import { healthzRoute } from "./http/healthz.ts";
import type { StreamHandler } from "./http/http2-server.ts";
import { jwksRoute } from "./http/jwks.ts";
import type { Caught } from "./http/listener.ts";
import { oauthRoutes } from "./http/oauth.ts";
import { protosRoutes } from "./http/protos/protos.ts";
import { pubRoutes } from "./http/pub/pub-routes.ts";
import { readyzRoute } from "./http/readyz.ts";
import { redirectToHttps } from "./http/redirect-to-https.ts";
import { requestListener } from "./http/routes.ts";
import { oauthPages } from "./pages/oauth-pages.ts";
import { pageRoutes, sendMissingPage } from "./pages/page-routes.ts";
import { previewPage } from "./pages/preview.ts";
import { adminCookieOf } from "./rpc/guards/admin-cookie.ts";
import { healthStreams } from "./rpc/health.ts";
import { inProcess } from "./rpc/in-process.ts";
import { projectOfKey } from "./rpc/project-of-key.ts";
import { serveReflection } from "./rpc/reflection.ts";
import { routeTable } from "./rpc/router.ts";
import { rpcListener, unaryFront } from "./rpc/serve.ts";
import { streamHandlers } from "./rpc/streams.ts";
import { clientIpReader } from "./wire/client-ip.ts";

export type Service = {
  handle: RequestListener;
  /** Unary calls over HTTP/2. */
  handleStream: StreamHandler;
  /** For the port that is beside HTTPS. */
  redirect: RequestListener;
  /** Told of a bug that cost a request its answer. */
  caught: Caught;
  /** Told of a connection that was closed because too many are open. */
  connectionRefused: () => void;
  /** From here on health says NOT_SERVING and streams end. */
  beginDrain: () => void;
};

/** Everything that answers on the port, for one App. */
export function createService(app: App, config: Pick<Config, "reflection" | "trustedProxies">): Service {
  const draining = new AbortController();
  const isServing = (): boolean => !draining.signal.aborted;
  const table = routeTable(app, isServing, previewPage);
  const names = table.services.map(({ typeName }) => typeName);
  const streams = streamHandlers(app, (router) => {
    router.service(Health, healthStreams(names, draining.signal));
    if (config.reflection) serveReflection(router, table.services);
  });
  const clientIp = clientIpReader(config.trustedProxies, app.untrustedProxies.record);
  const rpc = rpcListener(unaryFront(app, table.routes, clientIp), { routes: table.routes, streams });
  const pageOptions = {
    ...app,
    call: inProcess(app, table.routes),
    projectOfPages: (slug: string) => projectOfPages(app, slug),
    wordingOfPages: (key: string, wanted: readonly string[]) => wordingOfPages(app, key, wanted),
    clientIp,
  };
  const routes = [
    healthzRoute(isServing),
    readyzRoute(app, isServing),
    jwksRoute(app),
    ...discoveryRoutes(app),
    assetRoute(app),
    ...appAssociationRoutes(app),
    ...protosRoutes(app),
    ...pubRoutes(app),
    ...docsRoutes(app),
    ...consoleRoutes(app, { hasSession: (headers) => adminCookieOf(app, headers) !== undefined }),
    appleNotificationsRoute(app),
    ...billingWebhookRoutes(app),
    ...oauthRoutes({
      ...app,
      clientIp,
      pages: oauthPages(pageOptions),
      projectOfKey: (key, ip) => projectOfKey(app, key, ip),
    }),
    ...pageRoutes(pageOptions),
  ];
  return {
    handleStream: rpc.stream,
    handle: requestListener(app, rpc.request, routes, (request, response, path) =>
      sendMissingPage(pageOptions, request, response, path),
    ),
    redirect: redirectToHttps(app),
    caught(error) {
      app.metrics.requestCrashed();
      // The place and the error, never the request: it may hold secrets.
      app.log("error", "request crashed", {
        detail: error instanceof Error ? error.stack : String(error),
        cause: error instanceof Error ? causeOf(error) : undefined,
      });
    },
    connectionRefused: connectionRefused(app),
    beginDrain: () => draining.abort(),
  };
}

const REFUSAL_LOG_MS = 60_000;

/** Counts each, and says so once a minute. */
function connectionRefused({ clock, log, metrics }: App): () => void {
  let saidAt = Number.NEGATIVE_INFINITY;
  return () => {
    metrics.connectionRefused();
    if (clock() - saidAt < REFUSAL_LOG_MS) return;
    saidAt = clock();
    log("warn", "too many connections; new ones are closed", { setting: "max_connections" });
  };
}

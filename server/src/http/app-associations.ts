import type { App } from "../app.ts";
import { type AppAssociations, appAssociations } from "../domain/projects/app-associations.ts";
import type { HttpRoute } from "../wire/http-route.ts";
import { keepAnswer, sendKept } from "./kept-answer.ts";

/** Where phones look which apps this host trusts. Neither follows a redirect, and both want JSON. */
export function appAssociationRoutes(app: Pick<App, "db">): HttpRoute[] {
  return [
    jsonRoute(/^\/\.well-known\/apple-app-site-association$/, async () =>
      appleFile(await appAssociations(app)),
    ),
    jsonRoute(/^\/\.well-known\/assetlinks\.json$/, async () => androidFile(await appAssociations(app))),
  ];
}

function jsonRoute(pattern: RegExp, body: () => Promise<unknown>): HttpRoute {
  return {
    methods: ["GET"],
    pattern,
    async handle({ raw }, response) {
      const headers = { "content-type": "application/json", "cache-control": "public, max-age=300" };
      sendKept(raw, response, keepAnswer(headers, JSON.stringify(await body())));
    },
  };
}

function appleFile({ apple }: AppAssociations): unknown {
  return {
    applinks: {
      details: apple.map(({ appId, paths }) => ({
        appIDs: [appId],
        components: paths.map((path) => ({ "/": path })),
      })),
    },
    webcredentials: { apps: apple.map(({ appId }) => appId) },
  };
}

function androidFile({ android }: AppAssociations): unknown {
  return android.map(({ packageName, fingerprints }) => ({
    relation: ["delegate_permission/common.handle_all_urls", "delegate_permission/common.get_login_creds"],
    target: { namespace: "android_app", package_name: packageName, sha256_cert_fingerprints: fingerprints },
  }));
}

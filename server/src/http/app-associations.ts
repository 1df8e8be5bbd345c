import type { App } from "../app.ts";
import { relatedOrigins } from "../domain/passkeys/related-origins.ts";
import { type AppAssociations, appAssociations } from "../domain/projects/app-associations.ts";
import { AppError } from "../errors.ts";
import type { HttpRoute } from "../wire/http-route.ts";
import { keepAnswer, sendKept } from "./kept-answer.ts";

/**
 * Where phones look which apps this host trusts, and browsers which sites may use its passkeys. None follows a redirect,
 * and all want JSON.
 */
export function appAssociationRoutes(app: Pick<App, "baseUrl" | "db">): HttpRoute[] {
  return [
    jsonRoute(/^\/\.well-known\/apple-app-site-association$/, async () =>
      appleFile(await appAssociations(app)),
    ),
    jsonRoute(/^\/\.well-known\/assetlinks\.json$/, async () => androidFile(await appAssociations(app))),
    jsonRoute(/^\/\.well-known\/webauthn$/, () => webAuthnFile(app)),
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

async function webAuthnFile(app: Pick<App, "baseUrl" | "db">): Promise<unknown> {
  const origins = await relatedOrigins(app);
  if (!origins) throw new AppError("NOT_FOUND", undefined, { resource: "path" });
  return { origins };
}

function appleFile({ apple, logins }: AppAssociations): unknown {
  return {
    applinks: {
      details: apple.map(({ appId, paths }) => ({
        appIDs: [appId],
        components: paths.map((path) => ({ "/": path })),
      })),
    },
    webcredentials: { apps: logins.apple },
  };
}

const OPEN_LINKS = "delegate_permission/common.handle_all_urls";
const LOG_IN = "delegate_permission/common.get_login_creds";

/** One statement for each app, or two if it may log in with some of its certificates only. */
function androidFile({ android, logins }: AppAssociations): unknown {
  return android.flatMap(({ packageName, fingerprints }) => {
    const trusted = logins.android.find((app) => app.packageName === packageName)?.fingerprints ?? [];
    const others = fingerprints.filter((fingerprint) => !trusted.includes(fingerprint));
    return [
      { relation: [OPEN_LINKS, LOG_IN], certificates: trusted },
      { relation: [OPEN_LINKS], certificates: others },
    ]
      .filter(({ certificates }) => certificates.length > 0)
      .map(({ relation, certificates }) => ({
        relation,
        target: {
          namespace: "android_app",
          package_name: packageName,
          sha256_cert_fingerprints: certificates,
        },
      }));
  });
}

import type { App } from "../app.ts";
import { discoveryDocument } from "../domain/projects/discovery-document.ts";
import type { HttpRoute } from "../wire/http-route.ts";
import { keepAnswer, sendKept } from "./kept-answer.ts";

const HEADERS = {
  "content-type": "application/json",
  // It holds addresses only, so a cache may serve an old one while the server does not answer. The keys may not be old.
  "cache-control": "public, max-age=300, stale-if-error=86400",
  "access-control-allow-origin": "*",
};

/**
 * Where libraries look for the description of an issuer that has a path. OpenID Connect appends the well-known path to
 * the issuer, RFC 8414 inserts it after the host, and some try every combination.
 */
const PATTERNS = [
  /^\/p\/(?<slug>[a-z0-9-]+)\/\.well-known\/(?:openid-configuration|oauth-authorization-server)$/,
  /^\/\.well-known\/(?:openid-configuration|oauth-authorization-server)\/p\/(?<slug>[a-z0-9-]+)$/,
];

/** The discovery document of a project, the same at each of its addresses. */
export function discoveryRoutes(app: Pick<App, "baseUrl" | "db">): HttpRoute[] {
  return PATTERNS.map((pattern) => ({
    methods: ["GET"],
    pattern,
    async handle({ raw, parameters }, response) {
      const body = JSON.stringify(await discoveryDocument(app, parameters.slug ?? ""));
      sendKept(raw, response, keepAnswer(HEADERS, body));
    },
  }));
}

import type { IncomingHttpHeaders } from "node:http";
import type { App } from "../app.ts";
import { FLOW_SECONDS } from "../domain/oauth/start-flow.ts";
import { cookieNamed } from "../wire/cookie.ts";

type Site = Pick<App, "baseUrl">;

/** What ties a redirect to the browser that began it. */
export function oauthCookieOf(app: Site, headers: IncomingHttpHeaders): string | undefined {
  return cookieNamed(headers, nameAt(app));
}

export function newOauthCookie(app: Site, browser: string): string {
  const always = `${nameAt(app)}=${browser}; Path=/oauth/; HttpOnly; Max-Age=${FLOW_SECONDS}`;
  // Apple comes back with a form from its own site, and browsers send only such a cookie along with
  // that. Without https they refuse it: in development the attribute is left out, and browsers send
  // the cookie for the two minutes after it was set.
  return isHttps(app) ? `${always}; Secure; SameSite=None` : always;
}

function nameAt(app: Site): string {
  return isHttps(app) ? "__Secure-svc_oauth" : "svc_oauth";
}

function isHttps({ baseUrl }: Site): boolean {
  return baseUrl.startsWith("https:");
}

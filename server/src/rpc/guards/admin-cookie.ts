import type { IncomingHttpHeaders } from "node:http";
import type { App } from "../../app.ts";
import { DEVICE_TOKEN_DAYS } from "../../domain/sessions/device-token.ts";
import { cookieNamed } from "../../wire/cookie.ts";

type Site = Pick<App, "baseUrl">;

/** The session's token in the cookie. */
export function adminCookieOf(app: Site, headers: IncomingHttpHeaders): string | undefined {
  return cookieNamed(headers, nameAt(app));
}

/** The value of Set-Cookie that hands the session to the browser, until it is closed. */
export function newAdminCookie(app: Site, token: string): string {
  return `${nameAt(app)}=${token}; ${attributesAt(app)}`;
}

export function clearedAdminCookie(app: Site): string {
  return `${nameAt(app)}=; ${attributesAt(app)}; Max-Age=0`;
}

/** The browser's device token in its cookie. */
export function adminDeviceCookieOf(app: Site, headers: IncomingHttpHeaders): string | undefined {
  return cookieNamed(headers, `${nameAt(app)}_device`);
}

/** It outlives the session: signing out does not make the browser a stranger. */
export function newAdminDeviceCookie(app: Site, token: string): string {
  const maxAge = DEVICE_TOKEN_DAYS * 86_400;
  return `${nameAt(app)}_device=${token}; ${attributesAt(app)}; Max-Age=${maxAge}`;
}

/** With the prefix no other host and no page without HTTPS can set it; browsers demand Secure for that. */
function nameAt(app: Site): string {
  return isHttps(app) ? "__Host-svc_admin" : "svc_admin";
}

function attributesAt(app: Site): string {
  return `Path=/; HttpOnly; ${isHttps(app) ? "Secure; " : ""}SameSite=Strict`;
}

function isHttps({ baseUrl }: Site): boolean {
  return baseUrl.startsWith("https:");
}

import { AppError } from "../../errors.ts";
import type { ProjectSettings } from "../projects/settings.ts";

/** Where a sign-in in the browser ends: in the app that claims a scheme, or at a web origin. */
export type RedirectTarget = Readonly<{ kind: "app" | "web"; href: string }>;

const MAX_LENGTH = 2048;
const LOCAL_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Schemes that browsers and operating systems handle themselves. No single app owns them. */
const RESERVED_SCHEMES = new Set(
  `http https ws wss ftp ftps sftp ssh telnet smb nfs ldap ldaps file filesystem blob data about
   javascript vbscript livescript mocha jscript view-source wyciwyg jar mhtml resource intent content
   android-app app-settings market itms itms-apps itms-appss itms-services mailto tel callto sms smsto
   mms mmsto facetime facetime-audio facetime-prompt geo maps news nntp urn cid mid res shell help hcp
   search search-ms vnc rdp prefs devtools chrome edge brave opera vivaldi moz-icon safari`.split(/\s+/),
);
const RESERVED_SCHEME_PATTERN = /^(chrome|moz|ms|safari|webkit)-|^x-apple\b/;

/** The parameters that the server adds when it redirects to the app. */
const OUR_PARAMETERS = ["code", "state", "error", "error_description", "reason"];

// A fragment never reaches a server, and a backslash is a slash to some parsers only.
const PLAIN = /^[\x21\x24-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a\x7e]+$/;

/** What is wrong with an entry of `redirect_schemes` (RFC 3986, section 3.1), for people, or undefined. */
export function schemeProblem(scheme: string): string | undefined {
  if (!/^[a-z][a-z0-9+.-]{0,99}$/.test(scheme)) {
    return `${quote(scheme)} is not a lower-case URL scheme (example: com.example.app)`;
  }
  const isTaken = RESERVED_SCHEMES.has(scheme) || RESERVED_SCHEME_PATTERN.test(scheme);
  return isTaken ? `${quote(scheme)} is a well-known scheme; use one of your own` : undefined;
}

/** What is wrong with an entry of `redirect_origins`, for people, or undefined. */
export function originProblem(origin: string): string | undefined {
  const url = URL.parse(origin);
  if (!url || origin.length > 255 || url.origin !== origin) {
    return `${quote(origin)} is not an origin (example: https://app.example.com, only scheme, host and port)`;
  }
  if (url.hostname.includes("*")) return `${quote(origin)} has a wildcard; list each origin`;
  if (url.protocol === "https:" || (url.protocol === "http:" && LOCAL_HOSTS.has(url.hostname)))
    return undefined;
  return `${quote(origin)} must be https; http is for localhost only`;
}

/**
 * The target, if the project allows it. It is compared as text, so that different URL parsers cannot disagree. Saved
 * settings are validated again, because the rules may be stricter than when they were saved.
 */
export function requireRedirectTarget(
  settings: Pick<ProjectSettings, "redirectSchemes" | "redirectOrigins">,
  redirectTo: string,
): RedirectTarget {
  const url = redirectTo.length <= MAX_LENGTH && PLAIN.test(redirectTo) ? URL.parse(redirectTo) : null;
  if (!url || hasUserInfo(url) || redirectTo.endsWith("?")) throw notAllowedError();
  if (OUR_PARAMETERS.some((name) => url.searchParams.has(name))) throw notAllowedError();
  const isOurApp = settings.redirectSchemes.some(
    (scheme) => schemeProblem(scheme) === undefined && redirectTo.startsWith(`${scheme}:/`),
  );
  if (isOurApp) return { kind: "app", href: redirectTo };
  const isOurSite = settings.redirectOrigins.some(
    (origin) => originProblem(origin) === undefined && url.origin === origin && isBelow(origin, redirectTo),
  );
  if (isOurSite) return { kind: "web", href: redirectTo };
  throw notAllowedError();
}

/** The target with the parameters for the app, which never include a token. */
export function withParameters(target: string, parameters: Readonly<Record<string, string>>): string {
  const added = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${target}${target.includes("?") ? "&" : "?"}${added.join("&")}`;
}

function hasUserInfo({ username, password }: URL): boolean {
  return username !== "" || password !== "";
}

function isBelow(origin: string, href: string): boolean {
  return href.startsWith(origin) && ["", "/", "?"].includes(href.charAt(origin.length));
}

function notAllowedError(): AppError {
  return new AppError("REDIRECT_NOT_ALLOWED");
}

function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

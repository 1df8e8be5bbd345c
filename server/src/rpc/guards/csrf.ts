import type { IncomingHttpHeaders } from "node:http";
import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";

type Site = Pick<App, "baseUrl">;

/**
 * For calls that a cookie authorises. A browser tells where the call comes from and must name this
 * site; who tells nothing must send a header that no form of another site can send.
 */
export function requireSameOrigin(app: Site, headers: IncomingHttpHeaders): void {
  const isOurs = isFromHere(app, headers) ?? hasHeaderOfAClient(headers);
  if (!isOurs) throw new AppError("CSRF_REJECTED");
}

/** For calls that need no cookie yet set or clear one: refuses browsers at another site, and nobody else. */
export function refuseOtherSites(app: Site, headers: IncomingHttpHeaders): void {
  if (isFromHere(app, headers) === false) throw new AppError("CSRF_REJECTED");
}

/** Undefined when the caller does not tell: no browser of today. */
function isFromHere(app: Site, headers: IncomingHttpHeaders): boolean | undefined {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || site === "none";
  const { origin } = headers;
  return origin === undefined ? undefined : origin === new URL(app.baseUrl).origin;
}

function hasHeaderOfAClient(headers: IncomingHttpHeaders): boolean {
  return headers["connect-protocol-version"] !== undefined || headers["x-grpc-web"] !== undefined;
}

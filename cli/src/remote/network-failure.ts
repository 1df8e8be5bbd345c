import { Failure } from "../failure.ts";
import type { Answer } from "./post.ts";

/** Why no answer came at all. */
export function networkFailure(url: string, error: unknown, timeoutMs: number): Failure {
  const { name, code = "", message } = error as NodeJS.ErrnoException;
  const isTimeout = name === "TimeoutError" || name === "AbortError" || code === "ETIMEDOUT";
  const [told, hint] = isTimeout
    ? [`${url} did not answer within ${timeoutMs / 1000} seconds`, "try again in a moment"]
    : describe(url, code, message);
  return new Failure("unavailable", "UNREACHABLE", told, hint, { cause: error });
}

function describe(url: string, code: string, message: string): readonly [string, string] {
  const { host, hostname } = new URL(url);
  const known: Readonly<Record<string, readonly [string, string]>> = {
    ECONNREFUSED: [
      `nothing answers at ${url}`,
      "start the server with svc serve; if its address has changed: svc login <url>",
    ],
    ENOTFOUND: [`host ${hostname} not found (${url})`, "check the address"],
    EAI_AGAIN: [`the name ${hostname} cannot be looked up (${url})`, "check the network and the address"],
    EPROTO: [`${url} does not speak https`, `is it http://${host}?`],
    ERR_SSL_WRONG_VERSION_NUMBER: [`${url} does not speak https`, `is it http://${host}?`],
  };
  const isAboutTrust = /CERT|SELF_SIGNED|UNABLE_TO_/.test(code);
  const trust = `the certificate of ${url} is not trusted: ${message}`;
  if (isAboutTrust) return [trust, "for a private CA, set NODE_EXTRA_CA_CERTS to its file"];
  return known[code] ?? [`the connection to ${url} failed: ${message || code}`, "try again in a moment"];
}

/** Something answered, but not as this server does. */
export function notSvc(url: string, { status, headers }: Answer): Failure {
  if (status >= 300 && status < 400 && headers.location !== undefined) return moved(url, headers.location);
  if (status === 429 || status >= 502) {
    const message = `${url} answers ${status}: the server behind the proxy does not answer`;
    return new Failure("unavailable", "UNREACHABLE", message, "try again in a moment");
  }
  const kind = headers["content-type"]?.split(";")[0] || "no content type";
  const message = `there is no svc server at ${url} (it answered ${status}, ${kind})`;
  return new Failure("not_found", "NOT_SVC", message, "check the address: svc login <url>");
}

function moved(url: string, location: string): Failure {
  const to = URL.canParse(location, url) ? new URL(location, url).origin : location;
  return new Failure("not_found", "NOT_SVC", `${url} redirects to ${to}`, `svc login ${to}`);
}

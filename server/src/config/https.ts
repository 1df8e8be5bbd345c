import { ConfigError } from "../errors.ts";
import type { KeyName, Values } from "./keys.ts";
import type { Address } from "./parsers.ts";

/** How the server serves HTTPS: with certificates from an ACME authority, or with files that another program renews. */
export type HttpsConfig = Readonly<
  | {
      kind: "acme";
      domains: readonly string[];
      httpsAddr: Address;
      httpAddr: Address;
      directory: string;
      email: string | undefined;
      caFile: string | undefined;
      /** Whether `addr` was set, so that plain HTTP is served as well. */
      servesAddr: boolean;
    }
  | { kind: "files"; certFile: string; keyFile: string }
>;

type Given = Readonly<{ values: Values; isSet: (name: KeyName) => boolean; path: (name: string) => string }>;

/** Undefined if the server itself does not serve HTTPS. */
export function assembleHttps({ values, isSet, path }: Given): HttpsConfig | undefined {
  const { acmeDomain, tlsCertFile, tlsKeyFile } = values;
  const filesAreSet = tlsCertFile !== undefined || tlsKeyFile !== undefined;
  if (acmeDomain.length > 0 && filesAreSet) {
    throw new ConfigError(
      "acme_domain and tls_cert_file are two ways to the same thing",
      "pass only one of them",
    );
  }
  if (acmeDomain.length > 0) {
    return {
      kind: "acme",
      domains: [...new Set(acmeDomain)].sort(),
      httpsAddr: values.httpsAddr,
      httpAddr: values.httpAddr,
      directory: values.acmeDirectory,
      email: values.acmeEmail,
      caFile: values.acmeCaFile === undefined ? undefined : path(values.acmeCaFile),
      servesAddr: isSet("addr"),
    };
  }
  const unused = (["acmeEmail", "acmeCaFile"] as const).find((name) => values[name] !== undefined);
  if (unused) throw new ConfigError("an ACME authority is configured without a domain", "set acme_domain");
  if (!filesAreSet) return undefined;
  if (tlsCertFile === undefined || tlsKeyFile === undefined) {
    throw new ConfigError(
      "HTTPS needs the certificate and its private key",
      "set both tls_cert_file and tls_key_file",
    );
  }
  return { kind: "files", certFile: path(tlsCertFile), keyFile: path(tlsKeyFile) };
}

/** The base URL must match the host of the certificate. If it is not set, it is derived from it. */
export function baseUrlOf({ values, isSet }: Given, https: HttpsConfig | undefined): string {
  const { baseUrl, acmeDomain } = values;
  if (!https) return baseUrl;
  if (!isSet("baseUrl")) {
    return https.kind === "acme" ? `https://${acmeDomain[0]}` : baseUrl.replace(/^http:/, "https:");
  }
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol !== "https:") {
    throw new ConfigError(
      `base_url ${baseUrl} is not https, but the server is`,
      `set it to ${baseUrl.replace(/^http:/, "https:")}`,
    );
  }
  if (https.kind === "acme" && !https.domains.includes(hostname)) {
    throw new ConfigError(
      `base_url ${baseUrl} is none of the hosts in acme_domain`,
      `add ${hostname} to acme_domain, or set base_url to https://${acmeDomain[0]}`,
    );
  }
  return baseUrl;
}

import { BadValue } from "../bad-value.ts";
import type { Key } from "../key.ts";
import {
  checkHostName,
  optional,
  type Parser,
  parseAddress,
  parseHttpsUrl,
  parseList,
  parsePath,
  parseText,
} from "../parsers.ts";

const parseMailbox: Parser<string> = (raw) => {
  const mailbox = parseText(raw);
  if (/^[^\s@<>,]+@[^\s@<>,]+$/.test(mailbox)) return mailbox;
  throw new BadValue("is not an email address", "write ops@example.com");
};

export const httpsKeys = {
  acmeDomain: {
    toml: "acme_domain",
    flag: "acme-domain",
    env: "SVC_ACME_DOMAIN",
    value: "hosts",
    fallback: "",
    about: "comma-separated host names; the server obtains ACME certificates for them and serves HTTPS",
    parse: parseList(checkHostName),
  },
  acmeDirectory: {
    toml: "acme_directory",
    env: "SVC_ACME_DIRECTORY",
    fallback: "https://acme-v02.api.letsencrypt.org/directory",
    about: "ACME directory URL; defaults to Let's Encrypt",
    parse: parseHttpsUrl,
  },
  acmeEmail: {
    toml: "acme_email",
    env: "SVC_ACME_EMAIL",
    fallback: "",
    about: "contact email address for the ACME account; some authorities require one",
    parse: optional(parseMailbox),
  },
  acmeCaFile: {
    toml: "acme_ca_file",
    env: "SVC_ACME_CA_FILE",
    fallback: "",
    about: "PEM file with the root certificate of a private ACME authority",
    parse: optional(parsePath),
  },
  httpsAddr: {
    toml: "https_addr",
    env: "SVC_HTTPS_ADDR",
    fallback: ":443",
    about: "with acme_domain: address to serve HTTPS on",
    parse: parseAddress,
  },
  httpAddr: {
    toml: "http_addr",
    env: "SVC_HTTP_ADDR",
    fallback: ":80",
    about: "with acme_domain: address for ACME challenges and redirects to HTTPS",
    parse: parseAddress,
  },
  tlsCertFile: {
    toml: "tls_cert_file",
    flag: "tls-cert-file",
    env: "SVC_TLS_CERT_FILE",
    value: "file",
    fallback: "",
    completes: "file",
    about: "PEM file with the certificate chain; addr then serves HTTPS; reloaded when it changes",
    parse: optional(parsePath),
  },
  tlsKeyFile: {
    toml: "tls_key_file",
    flag: "tls-key-file",
    env: "SVC_TLS_KEY_FILE",
    value: "file",
    fallback: "",
    completes: "file",
    about: "PEM file with the private key of the certificate",
    parse: optional(parsePath),
  },
} as const satisfies Record<string, Key>;

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
  throw new BadValue("is not an e-mail address", "write ops@example.com");
};

export const httpsKeys = {
  acmeDomain: {
    toml: "acme_domain",
    flag: "acme-domain",
    env: "SVC_ACME_DOMAIN",
    value: "hosts",
    fallback: "",
    about: "comma-separated host names for which the server gets certificates by itself and speaks HTTPS",
    parse: parseList(checkHostName),
  },
  acmeDirectory: {
    toml: "acme_directory",
    env: "SVC_ACME_DIRECTORY",
    fallback: "https://acme-v02.api.letsencrypt.org/directory",
    about: "the ACME authority that issues them; Let's Encrypt unless another is named",
    parse: parseHttpsUrl,
  },
  acmeEmail: {
    toml: "acme_email",
    env: "SVC_ACME_EMAIL",
    fallback: "",
    about: "where the authority may write to; some demand one",
    parse: optional(parseMailbox),
  },
  acmeCaFile: {
    toml: "acme_ca_file",
    env: "SVC_ACME_CA_FILE",
    fallback: "",
    about: "PEM file with the root by which an authority of one's own is recognised",
    parse: optional(parsePath),
  },
  httpsAddr: {
    toml: "https_addr",
    env: "SVC_HTTPS_ADDR",
    fallback: ":443",
    about: "with acme_domain: where HTTPS is spoken",
    parse: parseAddress,
  },
  httpAddr: {
    toml: "http_addr",
    env: "SVC_HTTP_ADDR",
    fallback: ":80",
    about: "with acme_domain: where the authority's questions are answered and browsers are sent on to HTTPS",
    parse: parseAddress,
  },
  tlsCertFile: {
    toml: "tls_cert_file",
    flag: "tls-cert-file",
    env: "SVC_TLS_CERT_FILE",
    value: "file",
    fallback: "",
    completes: "file",
    about:
      "PEM file with a certificate and its chain, which makes addr speak HTTPS; read again when it changes",
    parse: optional(parsePath),
  },
  tlsKeyFile: {
    toml: "tls_key_file",
    flag: "tls-key-file",
    env: "SVC_TLS_KEY_FILE",
    value: "file",
    fallback: "",
    completes: "file",
    about: "PEM file with the private key of that certificate",
    parse: optional(parsePath),
  },
} as const satisfies Record<string, Key>;

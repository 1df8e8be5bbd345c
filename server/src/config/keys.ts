import { BadValue } from "./bad-value.ts";
import {
  checkAddressRange,
  checkHostName,
  type Parser,
  parseAddress,
  parseBaseUrl,
  parseChoice,
  parseConnections,
  parseCount,
  parseDatabaseUrl,
  parseDuration,
  parseHttpsUrl,
  parseList,
  parsePort,
  parseReflection,
  parseText,
  parseWorkers,
} from "./parsers.ts";
import { parseRateLimits } from "./rate-limits.ts";

export type Key<T = unknown> = Readonly<{
  /** Dotted name in the configuration file. */
  toml?: string;
  /** Flag without dashes. */
  flag?: string;
  env: string;
  /** A placeholder for the value in the help; undefined for a boolean flag. */
  value?: string;
  /** The default as text. It is parsed like any other value. */
  fallback: unknown;
  /** Never printed. */
  secret?: true;
  choices?: readonly string[];
  completes?: "file" | "directory";
  about: string;
  parse: Parser<T>;
}>;

function optional<T>(parse: Parser<T>): Parser<T | undefined> {
  return (raw) => (raw === "" ? undefined : parse(raw));
}

const parsePath: Parser<string> = (raw) => {
  const path = parseText(raw);
  if (path === "") throw new BadValue("is empty", "write a path");
  return path;
};

const parseSender: Parser<string> = (raw) => {
  const sender = parseText(raw);
  if (/^([^<>]*<)?[^\s@<>]+@[^\s@<>]+>?$/.test(sender)) return sender;
  throw new BadValue("is not a sender", 'write auth@example.com or "Example <auth@example.com>"');
};

const parseMailbox: Parser<string> = (raw) => {
  const mailbox = parseText(raw);
  if (/^[^\s@<>,]+@[^\s@<>,]+$/.test(mailbox)) return mailbox;
  throw new BadValue("is not an e-mail address", "write ops@example.com");
};

const logFormats = ["text", "json"] as const;

const listening = {
  addr: {
    toml: "addr",
    flag: "addr",
    env: "SVC_ADDR",
    value: "address",
    fallback: ":8080",
    about: "where to listen: :port for all interfaces, host:port or [ipv6]:port; port 0 picks a free one",
    parse: parseAddress,
  },
  baseUrl: {
    toml: "base_url",
    flag: "base-url",
    env: "SVC_BASE_URL",
    value: "url",
    fallback: "http://localhost:8080",
    about: "the URL under which people reach the server; every link in a mail or token starts with it",
    parse: parseBaseUrl,
  },
  trustedProxies: {
    toml: "trusted_proxies",
    flag: "trusted-proxies",
    env: "SVC_TRUSTED_PROXIES",
    value: "ranges",
    fallback: "",
    about: "comma-separated IPs and CIDR ranges whose X-Forwarded-For is believed",
    parse: parseList(checkAddressRange),
  },
  reflection: {
    toml: "reflection",
    flag: "reflection",
    env: "SVC_REFLECTION",
    fallback: "auto",
    about: "offer gRPC reflection; auto offers it from a checkout and not in a release build",
    parse: parseReflection(),
  },
  logFormat: {
    toml: "log_format",
    flag: "log-format",
    env: "SVC_LOG_FORMAT",
    value: "format",
    fallback: "text",
    choices: logFormats,
    about: "how the log is written: text or json",
    parse: parseChoice(...logFormats),
  },
  metricsAddr: {
    toml: "metrics_addr",
    flag: "metrics-addr",
    env: "SVC_METRICS_ADDR",
    value: "address",
    fallback: "",
    about: "where Prometheus may read /metrics, such as 127.0.0.1:9090; empty for nowhere",
    parse: optional(parseAddress),
  },
  maxConnections: {
    toml: "max_connections",
    flag: "max-connections",
    env: "SVC_MAX_CONNECTIONS",
    value: "count",
    fallback: "10000",
    about: "connections that may be open at once; above that, new ones are closed",
    parse: parseConnections,
  },
  workers: {
    toml: "workers",
    flag: "workers",
    env: "SVC_WORKERS",
    value: "count",
    fallback: "",
    about:
      "processes that answer, 1 to 64; more than one needs PostgreSQL, where the default is one per core, up to 8",
    parse: optional(parseWorkers),
  },
  rateLimits: {
    toml: "rate_limits",
    env: "SVC_RATE_LIMITS",
    fallback: {},
    about: "off, or a table of rules",
    parse: parseRateLimits,
  },
} as const satisfies Record<string, Key>;

const securing = {
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

const storing = {
  config: {
    flag: "config",
    env: "SVC_CONFIG",
    value: "file",
    fallback: "./svc.toml",
    completes: "file",
    about: "configuration file; the default one may be missing",
    parse: parsePath,
  },
  dataDir: {
    toml: "data_dir",
    flag: "data-dir",
    env: "SVC_DATA_DIR",
    value: "directory",
    fallback: "./data",
    completes: "directory",
    about: "holds database, keys and uploads",
    parse: parsePath,
  },
  databaseUrl: {
    toml: "database_url",
    flag: "database-url",
    env: "SVC_DATABASE_URL",
    value: "url",
    fallback: "",
    secret: true,
    about: "postgres:// URL; without it the database is a file in the data directory",
    parse: optional(parseDatabaseUrl),
  },
  masterKeyFile: {
    toml: "master_key_file",
    env: "SVC_MASTER_KEY_FILE",
    fallback: "",
    about: "file that holds the master key; without it keys/master.key in the data directory",
    parse: optional(parsePath),
  },
  backupDir: {
    toml: "backup_dir",
    flag: "backup-dir",
    env: "SVC_BACKUP_DIR",
    value: "directory",
    fallback: "",
    completes: "directory",
    about: "where the server writes a backup now and then; empty for none",
    parse: optional(parsePath),
  },
  backupInterval: {
    toml: "backup_interval",
    flag: "backup-interval",
    env: "SVC_BACKUP_INTERVAL",
    value: "duration",
    fallback: "24h",
    about: "time between scheduled backups, such as 24h or 1h30m",
    parse: parseDuration,
  },
  backupKeep: {
    toml: "backup_keep",
    env: "SVC_BACKUP_KEEP",
    fallback: "7",
    about: "how many scheduled backups to keep; 0 keeps all",
    parse: parseCount,
  },
} as const satisfies Record<string, Key>;

const mailing = {
  smtpHost: {
    toml: "smtp.host",
    env: "SVC_SMTP_HOST",
    fallback: "",
    about: "mail relay; without it mails are written to the log",
    parse: optional(parseText),
  },
  smtpPort: {
    toml: "smtp.port",
    env: "SVC_SMTP_PORT",
    fallback: "587",
    about: "port of the mail relay",
    parse: parsePort,
  },
  smtpUsername: {
    toml: "smtp.username",
    env: "SVC_SMTP_USERNAME",
    fallback: "",
    about: "user name at the mail relay",
    parse: optional(parseText),
  },
  smtpPassword: {
    toml: "smtp.password",
    env: "SVC_SMTP_PASSWORD",
    fallback: "",
    secret: true,
    about: "password at the mail relay",
    parse: optional(parseText),
  },
  smtpFrom: {
    toml: "smtp.from",
    env: "SVC_SMTP_FROM",
    fallback: "",
    about: "sender of every mail; required with a mail relay",
    parse: optional(parseSender),
  },
} as const satisfies Record<string, Key>;

/** Not allowed in the file, so that a redirection of sign-ins is not left behind. */
const developing = {
  googleUrl: {
    env: "SVC_DEV_GOOGLE_URL",
    fallback: "",
    about: "a stand-in that is asked instead of Google; in development only, a release refuses to start",
    parse: optional(parseBaseUrl),
  },
  appleUrl: {
    env: "SVC_DEV_APPLE_URL",
    fallback: "",
    about: "a stand-in that is asked instead of Apple; in development only, a release refuses to start",
    parse: optional(parseBaseUrl),
  },
  appStoreUrl: {
    env: "SVC_DEV_APP_STORE_URL",
    fallback: "",
    about:
      "a stand-in that is asked instead of the App Store; in development only, a release refuses to start",
    parse: optional(parseBaseUrl),
  },
  appStoreRoot: {
    env: "SVC_DEV_APP_STORE_ROOT",
    fallback: "",
    about:
      "file with the root certificate of that stand-in, in PEM; in development only, a release refuses to start",
    parse: optional(parseText),
  },
  playStoreUrl: {
    env: "SVC_DEV_PLAY_STORE_URL",
    fallback: "",
    about: "a stand-in that is asked instead of Google Play; in development only, a release refuses to start",
    parse: optional(parseBaseUrl),
  },
  stripeUrl: {
    env: "SVC_DEV_STRIPE_URL",
    fallback: "",
    about: "a stand-in that is asked instead of Stripe; in development only, a release refuses to start",
    parse: optional(parseBaseUrl),
  },
} as const satisfies Record<string, Key>;

export const developmentKeys = Object.keys(developing) as ReadonlyArray<keyof typeof developing>;

/** All settings. Flags, environment variables, configuration file, help and documentation are derived from this table. */
export const keys = { ...listening, ...securing, ...storing, ...mailing, ...developing };

export type KeyName = keyof typeof keys;

export type Values = { readonly [K in KeyName]: ReturnType<(typeof keys)[K]["parse"]> };

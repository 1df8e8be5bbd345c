import { logIps } from "../../runtime/shown-ip.ts";
import type { Key } from "../key.ts";
import {
  checkAddressRange,
  optional,
  parseAddress,
  parseBaseUrl,
  parseChoice,
  parseConnectionAge,
  parseConnections,
  parseList,
  parseReflection,
  parseWorkers,
} from "../parsers.ts";
import { parseRateLimits } from "../rate-limits.ts";

const logFormats = ["text", "json"] as const;

export const listeningKeys = {
  addr: {
    toml: "addr",
    flag: "addr",
    env: "SVC_ADDR",
    value: "address",
    fallback: ":8080",
    about:
      "address to listen on: :port for all interfaces, host:port or [ipv6]:port; port 0 picks a free port",
    parse: parseAddress,
  },
  baseUrl: {
    toml: "base_url",
    flag: "base-url",
    env: "SVC_BASE_URL",
    value: "url",
    fallback: "http://localhost:8080",
    about: "public URL of the server, used in emails and tokens",
    parse: parseBaseUrl,
  },
  trustedProxies: {
    toml: "trusted_proxies",
    flag: "trusted-proxies",
    env: "SVC_TRUSTED_PROXIES",
    value: "ranges",
    fallback: "",
    about: "comma-separated IP addresses and CIDR ranges of trusted proxies, whose X-Forwarded-For is used",
    parse: parseList(checkAddressRange),
  },
  reflection: {
    toml: "reflection",
    flag: "reflection",
    env: "SVC_REFLECTION",
    fallback: "auto",
    about: "enable gRPC reflection; auto enables it in a checkout and disables it in a release build",
    parse: parseReflection(),
  },
  logFormat: {
    toml: "log_format",
    flag: "log-format",
    env: "SVC_LOG_FORMAT",
    value: "format",
    fallback: "text",
    choices: logFormats,
    about: "log format: text or json",
    parse: parseChoice(...logFormats),
  },
  logIp: {
    toml: "log_ip",
    flag: "log-ip",
    env: "SVC_LOG_IP",
    value: "how",
    fallback: "full",
    choices: logIps,
    about: "IP addresses of clients in the log: full, truncated (/24, or /48 of IPv6) or off",
    parse: parseChoice(...logIps),
  },
  metricsAddr: {
    toml: "metrics_addr",
    flag: "metrics-addr",
    env: "SVC_METRICS_ADDR",
    value: "address",
    fallback: "",
    about: "address for Prometheus metrics at /metrics, such as 127.0.0.1:9090; empty to disable",
    parse: optional(parseAddress),
  },
  maxConnections: {
    toml: "max_connections",
    flag: "max-connections",
    env: "SVC_MAX_CONNECTIONS",
    value: "count",
    fallback: "10000",
    about: "maximum number of open connections; further connections are closed",
    parse: parseConnections,
  },
  maxConnectionAge: {
    toml: "max_connection_age",
    env: "SVC_MAX_CONNECTION_AGE",
    fallback: "",
    about:
      "maximum age of a connection, such as 30m, at least 1s; varies by 10 % from one connection to the next; empty for no limit",
    parse: optional(parseConnectionAge),
  },
  workers: {
    toml: "workers",
    flag: "workers",
    env: "SVC_WORKERS",
    value: "count",
    fallback: "",
    about:
      "number of worker processes, 1 to 64; more than one requires PostgreSQL, where the default is one per core, up to 8",
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

import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import type { RateLimits } from "../domain/rate-limits/rules.ts";
import { ConfigError } from "../errors.ts";
import type { LogIp } from "../runtime/shown-ip.ts";
import { isRelease } from "../runtime/version.ts";
import type { PreparedStatements } from "../storage/postgres/statement-names.ts";
import { BadValue } from "./bad-value.ts";
import { type ConfigFile, readConfigFile } from "./config-file.ts";
import { assembleHttps, baseUrlOf, type HttpsConfig } from "./https.ts";
import type { Key } from "./key.ts";
import { developmentKeys } from "./keys/development-keys.ts";
import { type KeyName, keys, type Values } from "./keys.ts";
import type { Address } from "./parsers.ts";

export type SmtpConfig = Readonly<{
  host: string;
  port: number;
  username?: string | undefined;
  password?: string | undefined;
  from: string;
  allowedSenders?: readonly string[] | undefined;
}>;

export type Config = Readonly<{
  addr: Address;
  baseUrl: string;
  dataDir: string;
  databaseUrl: string | undefined;
  preparedStatements: PreparedStatements;
  logFormat: "text" | "json";
  logIp: LogIp;
  reflection: boolean;
  trustedProxies: readonly string[];
  /** Undefined if the server itself does not serve HTTPS. */
  https: HttpsConfig | undefined;
  metricsAddr: Address | undefined;
  /** The maximum number of connections. */
  maxConnections: number;
  /** After this, callers are asked to connect anew. Undefined: never. */
  maxConnectionAgeMs: number | undefined;
  /** The number of worker processes. */
  workers: number;
  backupDir: string | undefined;
  backupIntervalMs: number;
  backupKeep: number;
  masterKeyFile: string | undefined;
  smtp: SmtpConfig | undefined;
  rateLimits: "off" | RateLimits;
  /** Replacements for the providers in development. Empty in a release. */
  providerOrigins: Readonly<{ google: string | undefined; apple: string | undefined }>;
  /** The same for the stores, and the file with the root certificate of the App Store's stand-in. */
  storeOrigins: Readonly<{
    appStore: string | undefined;
    appStoreRoot: string | undefined;
    playStore: string | undefined;
    stripe: string | undefined;
  }>;
}>;

/** The given flags, by their name in the table of keys. */
export type FlagValues = Readonly<{ [name: string]: string | boolean | undefined }>;

export type Environment = Readonly<Record<string, string | undefined>>;

export type Sources = Readonly<{ flags: FlagValues; env: Environment; cwd: string }>;

type Found = Readonly<{ where: string; raw: unknown }>;

/** Flags take precedence over the environment, the environment over the file, the file over the defaults. */
export function loadConfig(sources: Sources): Config {
  const file = findConfigFile(sources);
  const found = Object.entries(keys).map(
    ([name, key]) => [name, key, find(name, key, sources, file)] as const,
  );
  const values = Object.fromEntries(
    found.map(([name, key, value]) => [name, parseFound(key, value)]),
  ) as Values;
  const set = new Set(found.flatMap(([name, , { where }]) => (where === DEFAULT ? [] : [name])));
  return deepFreeze(assemble(values, (name) => set.has(name), sources.cwd));
}

const DEFAULT = "the default";

/** The connections of this many workers fit into PostgreSQL's default limit. */
const MOST_BY_DEFAULT = 8;

function findConfigFile(sources: Sources): ConfigFile | undefined {
  const key = keys.config;
  const found = findTyped("config", key, sources);
  const path = parseFound(key, found ?? { where: "", raw: key.fallback }) as string;
  return readConfigFile(resolve(sources.cwd, path), found === undefined);
}

function find(name: string, key: Key, sources: Sources, file: ConfigFile | undefined): Found {
  const typed = findTyped(name, key, sources);
  if (typed !== undefined) return typed;
  const inFile = key.toml === undefined ? undefined : file?.values.get(key.toml);
  if (inFile !== undefined) return { where: `${file?.path}: ${key.toml}`, raw: inFile };
  return { where: DEFAULT, raw: key.fallback };
}

function findTyped(name: string, key: Key, { flags, env }: Sources): Found | undefined {
  const flag = key.flag === undefined ? undefined : flags[name];
  if (flag !== undefined) return { where: `--${key.flag}`, raw: flag };
  // An empty variable counts as unset, because some shells and compose files cannot unset one.
  const variable = env[key.env];
  return variable === undefined || variable === "" ? undefined : { where: key.env, raw: variable };
}

function parseFound(key: Key, { where, raw }: Found): unknown {
  try {
    return key.parse(raw);
  } catch (error) {
    if (!(error instanceof BadValue)) throw error;
    const shown = key.secret || typeof raw === "object" ? "" : ` ${JSON.stringify(raw)}`;
    throw new ConfigError(`${where}${shown} ${error.message}`, error.hint);
  }
}

function assemble(values: Values, isSet: (name: KeyName) => boolean, cwd: string): Config {
  const path = (name: string | undefined) => (name === undefined ? undefined : resolve(cwd, name));
  const given = { values, isSet, path: (name: string) => resolve(cwd, name) };
  const https = assembleHttps(given);
  return {
    addr: values.addr,
    baseUrl: baseUrlOf(given, https),
    dataDir: resolve(cwd, values.dataDir),
    databaseUrl: values.databaseUrl,
    preparedStatements: values.preparedStatements,
    logFormat: values.logFormat,
    logIp: values.logIp,
    reflection: values.reflection,
    trustedProxies: values.trustedProxies,
    https,
    metricsAddr: values.metricsAddr,
    maxConnections: values.maxConnections,
    maxConnectionAgeMs: values.maxConnectionAge,
    workers: workersOf(values),
    backupDir: path(values.backupDir),
    backupIntervalMs: values.backupInterval,
    backupKeep: values.backupKeep,
    masterKeyFile: path(values.masterKeyFile),
    smtp: assembleSmtp(values),
    rateLimits: values.rateLimits,
    ...outsideOrigins(values),
  };
}

/** SQLite supports only one server process. */
function workersOf({ workers, databaseUrl }: Values): number {
  if (databaseUrl !== undefined) return workers ?? Math.min(MOST_BY_DEFAULT, availableParallelism());
  if (workers === undefined || workers === 1) return 1;
  throw new ConfigError(
    `${workers} workers need PostgreSQL: SQLite supports only one`,
    `set ${keys.workers.toml} to 1, or ${keys.databaseUrl.toml} to a postgres:// URL`,
  );
}

/** A replaced provider can sign in anyone, so a released server does not support it. */
function outsideOrigins(values: Values): Pick<Config, "providerOrigins" | "storeOrigins"> {
  const { googleUrl, appleUrl, appStoreUrl, appStoreRoot, playStoreUrl, stripeUrl } = values;
  const set = Object.entries(developmentKeys).flatMap(([name, { env }]) =>
    values[name as keyof typeof developmentKeys] === undefined ? [] : [env],
  );
  if (isRelease && set.length > 0) {
    throw new ConfigError(
      `${set.join(" and ")} is for development only`,
      "unset it, or run svc from its sources",
    );
  }
  return {
    providerOrigins: { google: googleUrl, apple: appleUrl },
    storeOrigins: { appStore: appStoreUrl, appStoreRoot, playStore: playStoreUrl, stripe: stripeUrl },
  };
}

function assembleSmtp(values: Values): SmtpConfig | undefined {
  const {
    smtpHost: host,
    smtpPort: port,
    smtpUsername: username,
    smtpPassword: password,
    smtpFrom: from,
    smtpAllowedSenders: allowedSenders,
  } = values;
  if (host === undefined) {
    if ((username ?? password ?? from ?? allowedSenders[0]) === undefined) return undefined;
    throw missingKeyError("smtpHost", "a mail relay is configured without a host");
  }
  if (from === undefined) throw missingKeyError("smtpFrom", "a mail relay is configured without a sender");
  if (username === undefined && password !== undefined)
    throw missingKeyError("smtpUsername", "smtp.password has no user name");
  if (username !== undefined && password === undefined)
    throw missingKeyError("smtpPassword", "smtp.username has no password");
  return { host, port, username, password, from, ...(allowedSenders.length > 0 && { allowedSenders }) };
}

function missingKeyError(name: KeyName, message: string): ConfigError {
  const key: Key = keys[name];
  return new ConfigError(message, `set ${key.toml} or ${key.env}`);
}

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    for (const inner of Object.values(value)) deepFreeze(inner);
    Object.freeze(value);
  }
  return value;
}

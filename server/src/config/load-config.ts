import { resolve } from "node:path";
import type { RateLimits } from "../domain/rate-limits/rules.ts";
import { BadValue } from "./bad-value.ts";
import { ConfigError } from "./config-error.ts";
import { type ConfigFile, readConfigFile } from "./config-file.ts";
import type { Environment } from "./environment.ts";
import { type Key, type KeyName, keys, type Values } from "./keys.ts";
import type { Address } from "./parsers.ts";

export type SmtpConfig = Readonly<{
  host: string;
  port: number;
  username?: string | undefined;
  password?: string | undefined;
  from: string;
}>;

export type Config = Readonly<{
  addr: Address;
  baseUrl: string;
  dataDir: string;
  databaseUrl: string | undefined;
  logFormat: "text" | "json";
  reflection: boolean;
  trustedProxies: readonly string[];
  acmeDomains: readonly string[];
  backupDir: string | undefined;
  backupIntervalMs: number;
  masterKeyFile: string | undefined;
  smtp: SmtpConfig | undefined;
  rateLimits: "off" | RateLimits;
}>;

/** Flags that were given, under their names in the table of keys. */
export type FlagValues = Readonly<{ [name: string]: string | boolean | undefined }>;

export type Sources = Readonly<{ flags: FlagValues; env: Environment; cwd: string }>;

type Found = Readonly<{ where: string; raw: unknown }>;

/** Flags win over the environment, the environment over the file, the file over the defaults. */
export function loadConfig(sources: Sources): Config {
  const file = findConfigFile(sources);
  const values = Object.fromEntries(
    Object.entries(keys).map(([name, key]) => [name, parseFound(key, find(name, key, sources, file))]),
  ) as Values;
  return deepFreeze(assemble(values, sources.cwd));
}

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
  return { where: "the default", raw: key.fallback };
}

function findTyped(name: string, key: Key, { flags, env }: Sources): Found | undefined {
  const flag = key.flag === undefined ? undefined : flags[name];
  if (flag !== undefined) return { where: `--${key.flag}`, raw: flag };
  // An empty variable is one that a shell or a compose file could not unset.
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

function assemble(values: Values, cwd: string): Config {
  const path = (name: string | undefined) => (name === undefined ? undefined : resolve(cwd, name));
  return {
    addr: values.addr,
    baseUrl: values.baseUrl,
    dataDir: resolve(cwd, values.dataDir),
    databaseUrl: values.databaseUrl,
    logFormat: values.logFormat,
    reflection: values.reflection,
    trustedProxies: values.trustedProxies,
    acmeDomains: values.acmeDomain,
    backupDir: path(values.backupDir),
    backupIntervalMs: values.backupInterval,
    masterKeyFile: path(values.masterKeyFile),
    smtp: assembleSmtp(values),
    rateLimits: values.rateLimits,
  };
}

function assembleSmtp(values: Values): SmtpConfig | undefined {
  const {
    smtpHost: host,
    smtpPort: port,
    smtpUsername: username,
    smtpPassword: password,
    smtpFrom: from,
  } = values;
  if (host === undefined) {
    if ((username ?? password ?? from) === undefined) return undefined;
    throw missing("smtpHost", "a mail relay is configured without a host");
  }
  if (from === undefined) throw missing("smtpFrom", "a mail relay is configured without a sender");
  if (username === undefined && password !== undefined)
    throw missing("smtpUsername", "smtp.password has no user name");
  if (username !== undefined && password === undefined)
    throw missing("smtpPassword", "smtp.username has no password");
  return { host, port, username, password, from };
}

function missing(name: KeyName, message: string): ConfigError {
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

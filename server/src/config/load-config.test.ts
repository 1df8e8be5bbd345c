import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ConfigError } from "../errors.ts";
import type { Environment } from "./load-config.ts";
import { type Config, type FlagValues, loadConfig } from "./load-config.ts";
import { misspelledVariables } from "./misspelled-variables.ts";
import { parseReflection } from "./parsers.ts";
import { rateLimitDefaults } from "./rate-limits.ts";

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "svc-config-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

function load(flags: FlagValues = {}, env: Environment = {}): Config {
  return loadConfig({ flags, env, cwd });
}

function toml(text: string, name = "svc.toml"): void {
  writeFileSync(join(cwd, name), text);
}

function refusal(flags: FlagValues = {}, env: Environment = {}): { message: string; hint: string } {
  try {
    load(flags, env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    expect(error.message).not.toContain("\n");
    expect(error.hint).not.toContain("\n");
    return { message: error.message.replaceAll(cwd, "."), hint: error.hint };
  }
  throw new Error("nothing was refused");
}

test("reflection is offered from a checkout, and by a release build when asked for", () => {
  const inRelease = parseReflection(true);
  expect([inRelease("auto"), inRelease(true), inRelease("true"), inRelease("false")]).toEqual([
    ...[false, true, true, false],
  ]);
  expect(load({}, { SVC_REFLECTION: "false" }).reflection).toBe(false);
});

test("without anything the defaults of the specification hold", () => {
  expect(load()).toEqual({
    addr: { host: undefined, port: 8080 },
    baseUrl: "http://localhost:8080",
    dataDir: join(cwd, "data"),
    databaseUrl: undefined,
    logFormat: "text",
    logIp: "full",
    reflection: true, // from a checkout
    trustedProxies: [],
    maxConnections: 10_000,
    maxConnectionAgeMs: undefined,
    https: undefined,
    metricsAddr: undefined,
    preparedStatements: "auto",
    workers: 1,
    backupDir: undefined,
    backupIntervalMs: 86_400_000,
    backupKeep: 7,
    masterKeyFile: undefined,
    providerOrigins: { google: undefined, apple: undefined },
    storeOrigins: { appStore: undefined, appStoreRoot: undefined, playStore: undefined, stripe: undefined },
    smtp: undefined,
    rateLimits: rateLimitDefaults,
  });
});

test("the log shows addresses as it is told, and a word that it does not know is refused with those it knows", () => {
  expect(load({}, { SVC_LOG_IP: "off" }).logIp).toBe("off");
  expect(load({ logIp: "truncated" }, { SVC_LOG_IP: "off" }).logIp).toBe("truncated");
  toml('log_ip = "truncated"');
  expect(load().logIp).toBe("truncated");
  expect(refusal({}, { SVC_LOG_IP: "none" })).toEqual({
    message: 'SVC_LOG_IP "none" is not known',
    hint: "write full or truncated or off",
  });
});

test("stand-ins for the providers come from the environment only", () => {
  const env = { SVC_DEV_GOOGLE_URL: "http://localhost:1", SVC_DEV_APPLE_URL: "http://localhost:2/" };
  expect(load({}, env).providerOrigins).toEqual({
    google: "http://localhost:1",
    apple: "http://localhost:2",
  });
  toml('google_url = "http://localhost:1"');
  expect(() => load()).toThrow("google_url");
});

test("another port leaves the default base URL alone", () => {
  expect(load({ addr: ":9000" }).baseUrl).toBe("http://localhost:8080");
});

test("flags win over the environment, the environment over the file, the file over the defaults", () => {
  toml('addr = ":1"\nbase_url = "http://file"\ndata_dir = "file"\nlog_format = "json"');
  const config = load(
    { addr: ":3", dataDir: "flag" },
    { SVC_ADDR: ":2", SVC_BASE_URL: "http://env", SVC_DATA_DIR: "env" },
  );
  expect(config.addr.port).toBe(3);
  expect(config.dataDir).toBe(join(cwd, "flag"));
  expect(config.baseUrl).toBe("http://env");
  expect(config.logFormat).toBe("json");
  expect(config.backupIntervalMs).toBe(86_400_000);
});

test("backup_dir and backup_interval may stand in the file, and a flag wins over them", () => {
  toml('backup_dir = "kept"\nbackup_interval = "6h"');
  expect(load()).toMatchObject({ backupDir: join(cwd, "kept"), backupIntervalMs: 6 * 3_600_000 });
  expect(load({ backupDir: "", backupInterval: "1h" })).toMatchObject({
    backupDir: undefined,
    backupIntervalMs: 3_600_000,
  });
});

test("the result cannot be changed, at any depth", () => {
  const config = load();
  expect(() => Object.assign(config, { baseUrl: "x" })).toThrow(TypeError);
  expect(() => Object.assign(config.addr, { port: 1 })).toThrow(TypeError);
  expect(() => (config.trustedProxies as string[]).push("x")).toThrow(TypeError);
  if (config.rateLimits === "off") throw new Error("limits are on by default");
  expect(Object.isFrozen(config.rateLimits.sign_in_account)).toBe(true);
});

test("an empty variable counts as unset; an empty flag switches an optional value off", () => {
  toml('backup_dir = "backups"');
  expect(load({}, { SVC_ADDR: "", SVC_BACKUP_DIR: "" }).backupDir).toBe(join(cwd, "backups"));
  expect(load({ backupDir: "" }).backupDir).toBeUndefined();
  expect(refusal({ dataDir: "" })).toEqual({ message: '--data-dir "" is empty', hint: "write a path" });
});

describe("workers", () => {
  const databaseUrl = "postgres://svc@127.0.0.1/svc";

  test("are one on a file, and one per core up to eight on PostgreSQL, unless somebody says how many", () => {
    expect(load().workers).toBe(1);
    expect(load({ databaseUrl }).workers).toBe(Math.min(8, availableParallelism()));
    toml("workers = 12");
    expect(load({ databaseUrl }).workers).toBe(12);
    expect(load({ databaseUrl }, { SVC_WORKERS: "3" }).workers).toBe(3);
    expect(load({ databaseUrl, workers: "1" }, { SVC_WORKERS: "3" }).workers).toBe(1);
  });

  test("more than one are refused on a file", () => {
    expect(load({ workers: "1" }).workers).toBe(1);
    expect(refusal({ workers: "2" })).toEqual({
      message: "2 workers need PostgreSQL: SQLite supports only one",
      hint: "set workers to 1, or database_url to a postgres:// URL",
    });
  });

  test.each(["0", "-1", "1.5", "two", "65", "1e1", " 2"])("%j is refused as what it is", (workers) => {
    expect(refusal({ databaseUrl, workers })).toEqual({
      message: `--workers ${JSON.stringify(workers)} is not a number of workers`,
      hint: "write a whole number from 1 to 64",
    });
  });

  test("0 in the file is refused with its place", () => {
    toml("workers = 0");
    expect(refusal({ databaseUrl }).message).toBe("./svc.toml: workers 0 is not a number of workers");
  });
});

describe("the file", () => {
  test("can be named by flag or variable, relative to the working directory", () => {
    toml('addr = ":1"', "one.toml");
    toml('addr = ":2"', "two.toml");
    expect(load({ config: "one.toml" }, { SVC_CONFIG: "two.toml" }).addr.port).toBe(1);
    expect(load({}, { SVC_CONFIG: "two.toml" }).addr.port).toBe(2);
  });

  test("that was named must be there", () => {
    expect(refusal({ config: "no.toml" }).message).toBe("there is no configuration file ./no.toml");
    expect(refusal({}, { SVC_CONFIG: "no.toml" }).message).toBe("there is no configuration file ./no.toml");
  });

  test("that is a directory is refused", () => {
    mkdirSync(join(cwd, "svc.toml"));
    expect(refusal().message).toBe("the configuration file ./svc.toml is a directory");
  });

  test("with a mistake is refused with line and column, and without its text", () => {
    toml('addr = ":1"\n[smtp]\npassword = "hunter2\n');
    const { message } = refusal();
    expect(message).toMatch(/^\.\/svc\.toml:3:\d+: \S/);
    expect(message).not.toContain("hunter2");
  });

  test.each([
    ['adr = ":1"', '"adr"', "did you mean addr?"],
    ['base-url = "http://x"', '"base-url"', "did you mean base_url?"],
    ['[smtp]\nhots = "x"', '"smtp.hots"', "did you mean smtp.host?"],
    ["[zebra]\nx = 1", '"zebra"', "known keys are addr,"],
    ["__proto__ = 1", '"__proto__"', "known keys are addr,"],
    ['config = "x"', '"config"', "known keys are addr,"],
  ])("with the unknown key of %j is refused, naming the nearest", (text, key, hint) => {
    toml(text);
    const refused = refusal();
    expect(refused.message).toBe(`./svc.toml: unknown key ${key}`);
    expect(refused.hint).toContain(hint);
  });

  test("with a value of the wrong type is refused", () => {
    toml("addr = 8080");
    expect(refusal().message).toBe("./svc.toml: addr 8080 is not text");
    toml("smtp = 1");
    expect(refusal().message).toBe("./svc.toml: smtp is not a table");
    toml("reflection = 2024-01-01");
    expect(refusal().message).toBe("./svc.toml: reflection is neither true nor false");
  });

  test("takes lists as arrays", () => {
    toml('trusted_proxies = ["10.0.0.0/8", "::1"]\nacme_domain = ["a.example.com", "b.example.com"]');
    expect(load().trustedProxies).toEqual(["10.0.0.0/8", "::1"]);
    expect(load().https).toMatchObject({ kind: "acme", domains: ["a.example.com", "b.example.com"] });
  });
});

test("a refusal says where the value came from, and never shows a secret", () => {
  expect(refusal({ addr: "x" }).message).toBe('--addr "x" is not an address');
  expect(refusal({}, { SVC_ADDR: "x" }).message).toBe('SVC_ADDR "x" is not an address');
  toml('addr = "x"');
  expect(refusal().message).toBe('./svc.toml: addr "x" is not an address');
  toml('database_url = "mysql://me:hunter2@host/db"');
  expect(refusal().message).toBe("./svc.toml: database_url is not a PostgreSQL URL");
  expect(refusal({ databaseUrl: "mysql://hunter2" }).message).toBe("--database-url is not a PostgreSQL URL");
});

describe("the mail relay", () => {
  const relay = { SVC_SMTP_HOST: "mail.example.com", SVC_SMTP_FROM: "Example <auth@example.com>" };

  test("needs a host and a sender; its port is 587", () => {
    expect(load({}, relay).smtp).toEqual({
      host: "mail.example.com",
      port: 587,
      from: "Example <auth@example.com>",
    });
    expect(refusal({}, { SVC_SMTP_HOST: "mail.example.com" }).hint).toBe("set smtp.from or SVC_SMTP_FROM");
    expect(refusal({}, { SVC_SMTP_FROM: "a@b.c" }).hint).toBe("set smtp.host or SVC_SMTP_HOST");
    expect(refusal({}, { ...relay, SVC_SMTP_FROM: "nobody" }).message).toBe(
      'SVC_SMTP_FROM "nobody" is not a sender',
    );
  });

  test("takes user name and password together, the file and the environment mixed", () => {
    toml('[smtp]\nhost = "mail.example.com"\nport = 2525\nusername = "svc"\nfrom = "auth@example.com"');
    expect(load({}, { SVC_SMTP_PASSWORD: "hunter2" }).smtp).toEqual({
      host: "mail.example.com",
      port: 2525,
      username: "svc",
      password: "hunter2",
      from: "auth@example.com",
    });
    expect(refusal().hint).toBe("set smtp.password or SVC_SMTP_PASSWORD");
    expect(refusal({}, { ...relay, SVC_SMTP_PASSWORD: "hunter2", SVC_CONFIG: "/dev/null" }).hint).toBe(
      "set smtp.username or SVC_SMTP_USERNAME",
    );
  });
});

describe("rate limits", () => {
  test("can be switched off in the file and in the environment", () => {
    expect(load({}, { SVC_RATE_LIMITS: "off" }).rateLimits).toBe("off");
    toml('rate_limits = "off"');
    expect(load().rateLimits).toBe("off");
  });

  test("are replaced rule by rule, and a rule may leave a part out", () => {
    toml('[rate_limits]\nsign_up_address = { limit = 5, window = "1h30m" }\nmail_address = { limit = 7 }');
    expect(load().rateLimits).toEqual({
      ...rateLimitDefaults,
      sign_up_address: { limit: 5, windowMs: 5_400_000 },
      mail_address: { limit: 7, windowMs: 3_600_000 },
    });
  });

  test.each([
    [
      "sign_up_adress = { limit = 5 }",
      'has an unknown rule: "sign_up_adress"',
      "did you mean sign_up_address?",
    ],
    [
      "sign_up_address = { limits = 5 }",
      'has an unknown key in sign_up_address: "limits"',
      "did you mean limit?",
    ],
    [
      "sign_up_address = { limit = 0 }",
      "has a limit for sign_up_address that is not a whole number above 0",
      "write",
    ],
    ["sign_up_address = { window = 5 }", "has a window for sign_up_address that is not text", "write"],
    [
      'sign_up_address = { window = "5" }',
      "has a window for sign_up_address that is not a duration",
      "write",
    ],
    ["sign_up_address = 5", "has no table for sign_up_address", "write"],
  ])("refuse %s", (line, problem, hint) => {
    toml(`[rate_limits]\n${line}`);
    const refused = refusal();
    expect(refused.message).toBe(`./svc.toml: rate_limits ${problem}`);
    expect(refused.hint).toContain(hint);
  });

  test("refuse any other word", () => {
    expect(refusal({}, { SVC_RATE_LIMITS: "on" }).message).toBe(
      'SVC_RATE_LIMITS "on" is neither "off" nor a table',
    );
  });
});

test("a variable that is almost one of ours is noticed, others are not", () => {
  const env = {
    SVC_DATABSE_URL: "x",
    SVC_ADDR: "x",
    SVC_CONTEXT: "x",
    SVC_DEBUG: "1",
    SVC_PORT: "tcp://x",
    SVC_SERVICE_HOST: "x",
    HOME: "x",
  };
  expect(misspelledVariables(env)).toEqual([{ name: "SVC_DATABSE_URL", meant: "SVC_DATABASE_URL" }]);
});

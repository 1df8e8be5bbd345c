import { readFileSync } from "node:fs";
import { parse, TomlError } from "smol-toml";
import { ConfigError } from "../errors.ts";
import { nearest } from "../text/nearest.ts";
import type { Key } from "./key.ts";
import { keys } from "./keys.ts";

/** The raw values by dotted key, and the file's path for messages. */
export type ConfigFile = Readonly<{ path: string; values: ReadonlyMap<string, unknown> }>;

const allKeys: readonly Key[] = Object.values(keys);
const knownKeys = allKeys.flatMap((key) => key.toml ?? []);
const sections = new Set(
  knownKeys.filter((key) => key.includes(".")).map((key) => key.slice(0, key.indexOf("."))),
);

/** Reads a configuration file. A missing one is undefined when it may be missing, and an error otherwise. */
export function readConfigFile(path: string, mayBeMissing: boolean): ConfigFile | undefined {
  const text = readText(path, mayBeMissing);
  return text === undefined ? undefined : { path, values: flatten(path, parseToml(path, text)) };
}

function readText(path: string, mayBeMissing: boolean): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" && mayBeMissing) return undefined;
    if (code === "ENOENT" || code === "ENOTDIR") {
      throw new ConfigError(`there is no configuration file ${path}`, "check --config and SVC_CONFIG");
    }
    if (code === "EISDIR") {
      throw new ConfigError(`the configuration file ${path} is a directory`, "name the file inside it");
    }
    throw new ConfigError(
      `cannot read the configuration file ${path} (${code})`,
      "let the user that runs svc read it",
    );
  }
}

function parseToml(path: string, text: string): Record<string, unknown> {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // The rest of the message quotes the lines around the error, which may contain a password.
    const [firstLine = ""] = error.message.split("\n");
    const problem = firstLine.replace(/^Invalid TOML document: /, "");
    throw new ConfigError(
      `${path}:${error.line}:${error.column}: ${problem}`,
      "correct that line of the file",
    );
  }
}

function flatten(path: string, table: Record<string, unknown>): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>();
  for (const [name, value] of Object.entries(table)) {
    if (!sections.has(name)) values.set(name, value);
    else if (isTable(value))
      for (const [key, inner] of Object.entries(value)) values.set(`${name}.${key}`, inner);
    else throw new ConfigError(`${path}: ${name} is not a table`, `write [${name}] on a line of its own`);
  }
  for (const name of values.keys()) {
    if (!knownKeys.includes(name)) throw unknownKey(path, name);
  }
  return values;
}

function unknownKey(path: string, name: string): ConfigError {
  const key: string | undefined = nearest(name, knownKeys) ?? nearest(name.replaceAll("-", "_"), knownKeys);
  const hint = key === undefined ? `known keys are ${knownKeys.join(", ")}` : `did you mean ${key}?`;
  return new ConfigError(`${path}: unknown key ${JSON.stringify(name)}`, hint);
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

import { BlockList, isIP } from "node:net";
import { isRelease } from "../runtime/version.ts";
import { BadAddressError, parseAddress as parsePostgresAddress } from "../storage/postgres/address.ts";
import { type PreparedStatements, preparedStatements } from "../storage/postgres/statement-names.ts";
import { BadValue } from "./bad-value.ts";

/** Parses a raw value (a string, or any TOML value), or throws BadValue. */
export type Parser<T> = (raw: unknown) => T;

export type Address = Readonly<{ host: string | undefined; port: number }>;

export const parseText: Parser<string> = (raw) => {
  if (typeof raw !== "string") throw new BadValue("is not text", "write it in quotes");
  if (/[\n\r\0]/.test(raw)) throw new BadValue("has more than one line", "write one line");
  return raw;
};

export const parsePath: Parser<string> = (raw) => {
  const path = parseText(raw);
  if (path === "") throw new BadValue("is empty", "write a path");
  return path;
};

/** Empty for a setting that is not set. */
export function optional<T>(parse: Parser<T>): Parser<T | undefined> {
  return (raw) => (raw === "" ? undefined : parse(raw));
}

export const parseBoolean: Parser<boolean> = (raw) => {
  if (typeof raw === "boolean") return raw;
  if (raw === "true" || raw === "1") return true;
  if (raw === "false" || raw === "0") return false;
  throw new BadValue("is neither true nor false", "write true or false");
};

/** `auto` turns reflection on when running from source, and off in a release. */
export function parseReflection(isReleased: boolean = isRelease): Parser<boolean> {
  return (raw) => (raw === "auto" ? !isReleased : parseBoolean(raw));
}

export function parseChoice<const T extends string>(...choices: readonly T[]): Parser<T> {
  return (raw) => {
    const choice = choices.find((candidate) => candidate === raw);
    if (choice === undefined) throw new BadValue("is not known", `write ${choices.join(" or ")}`);
    return choice;
  };
}

export const parsePort: Parser<number> = (raw) => {
  const port = typeof raw === "string" && /^\d{1,5}$/.test(raw) ? Number(raw) : raw;
  if (typeof port === "number" && Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new BadValue("is not a port", "write a number from 1 to 65535");
};

/** A whole number, 0 or more. */
export const parseCount: Parser<number> = (raw) => {
  const text = typeof raw === "number" ? String(raw) : parseText(raw);
  if (!/^\d{1,6}$/.test(text)) throw new BadValue("is not a count", "write a whole number, 0 or more");
  return Number(text);
};

export const parseConnections: Parser<number> = (raw) => {
  const count = parseCount(raw);
  if (count === 0) throw new BadValue("lets nobody in", "write a whole number, 1 or more");
  return count;
};

const MOST_WORKERS = 64;

export const parseWorkers: Parser<number> = (raw) => {
  const count = typeof raw === "string" && /^\d{1,2}$/.test(raw) ? Number(raw) : raw;
  if (typeof count === "number" && Number.isInteger(count) && count >= 1 && count <= MOST_WORKERS)
    return count;
  throw new BadValue("is not a number of workers", `write a whole number from 1 to ${MOST_WORKERS}`);
};

const addressForms = "write :8080 (all interfaces), host:port or [::1]:port; port 0 picks a free one";

/** `:8080` has no host, which means every interface, IPv4 and IPv6. */
export const parseAddress: Parser<Address> = (raw) => {
  const match = /^(?:\[(?<v6>[^\]]+)\]|(?<host>[^:[\]]*)):(?<port>\d{1,5})$/.exec(parseText(raw));
  const { v6, host, port } = match?.groups ?? {};
  const hostIsRight = v6 === undefined ? host === "" || isHostName(host ?? "") : isIP(v6) === 6;
  if (port === undefined || Number(port) > 65_535 || !hostIsRight) {
    throw new BadValue("is not an address", addressForms);
  }
  return { host: v6 ?? (host === "" ? undefined : host), port: Number(port) };
};

/** The public origin of the server. A trailing slash is removed. */
export const parseBaseUrl: Parser<string> = (raw) => {
  const hint = "write scheme and host only, such as https://auth.example.com";
  const text = parseText(raw);
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new BadValue("is not an http or https URL", hint);
  if (url.username !== "" || url.password !== "")
    throw new BadValue("has a user name or password in it", hint);
  if (url.pathname !== "/" || /[?#]/.test(text)) throw new BadValue("has more than a host in it", hint);
  return url.origin;
};

export const parseHttpsUrl: Parser<string> = (raw) => {
  const url = URL.parse(parseText(raw));
  if (url?.protocol !== "https:" || url.username !== "" || url.password !== "") {
    throw new BadValue("is not an https URL", "write an address such as https://ca.example.com/directory");
  }
  return url.href;
};

export const parseDatabaseUrl: Parser<string> = (raw) => {
  const text = parseText(raw);
  try {
    parsePostgresAddress(text);
  } catch (error) {
    if (error instanceof BadAddressError) throw new BadValue(error.message, error.hint);
    throw error;
  }
  return text;
};

export const parsePreparedStatements: Parser<PreparedStatements> = (raw) => {
  const found = preparedStatements.find((mode) => mode === raw);
  if (found === undefined) {
    throw new BadValue("is not a way to prepare statements", `write ${preparedStatements.join(", ")}`);
  }
  return found;
};

/** A list written with commas or as a TOML array. */
export function parseList(item: (text: string) => string): Parser<readonly string[]> {
  return (raw) => {
    const parts: readonly unknown[] = Array.isArray(raw) ? raw : parseText(raw).split(",");
    const texts = parts.map((part) => parseText(part).trim());
    return texts.filter((text) => text !== "").map(item);
  };
}

export function checkHostName(text: string): string {
  if (isIP(text) === 0 && isHostName(text) && text.includes(".")) return text.toLowerCase();
  throw new BadValue(`has ${JSON.stringify(text)} in it, which is not a host name`, "write auth.example.com");
}

export function checkAddressRange(text: string): string {
  const [address = "", prefix, ...rest] = text.split("/");
  const family = isIP(address) === 6 ? "ipv6" : "ipv4";
  const prefixIsNumber = prefix === undefined || /^\d{1,3}$/.test(prefix);
  try {
    if (isIP(address) === 0 || !prefixIsNumber || rest.length > 0) throw new TypeError();
    new BlockList().addSubnet(address, prefix === undefined ? 0 : Number(prefix), family);
    return text;
  } catch {
    throw new BadValue(
      `has ${JSON.stringify(text)} in it, which is neither an IP address nor a CIDR range`,
      "write addresses and ranges such as 10.0.0.0/8,192.168.1.1,fd00::/8",
    );
  }
}

function isHostName(text: string): boolean {
  return (
    text.length <= 253 &&
    text.split(".").every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/i.test(label))
  );
}

const unitMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses `24h`, `1h30m`, `90s`, `500ms` or `7d` into milliseconds. Zero is invalid. */
export const parseDuration: Parser<number> = (raw) => {
  const text = parseText(raw);
  const parts = [...text.matchAll(/(?<amount>\d+(?:\.\d+)?)(?<unit>ms|s|m|h|d)/gy)];
  const total = parts.reduce((sum, { groups }) => sum + partMs(groups ?? {}), 0);
  const everythingRead = parts.reduce((length, [part]) => length + part.length, 0) === text.length;
  const ms = Math.round(total);
  if (text === "" || !everythingRead || ms < 1 || !Number.isSafeInteger(ms)) {
    throw new BadValue(
      "is not a duration",
      "write a number and a unit (ms, s, m, h, d), such as 24h or 1h30m",
    );
  }
  return ms;
};

/** A shorter one would have callers connect most of the time. */
export const parseConnectionAge: Parser<number> = (raw) => {
  const ms = parseDuration(raw);
  if (ms < 1000) throw new BadValue("is less than a second", "write a longer time, such as 30m");
  return ms;
};

function partMs({ amount, unit }: Record<string, string | undefined>): number {
  return Number(amount) * (unitMs[unit as keyof typeof unitMs] ?? Number.NaN);
}

import { isIP } from "node:net";
import { type LogIp, shownIp, withShownIps } from "./shown-ip.ts";

export type LogLevel = "info" | "warn" | "error";
const LEVEL_TEXT: Readonly<Record<LogLevel, string>> = { info: "INFO ", warn: "WARN ", error: "ERROR" };

export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Writes one line per call. Fields are facts about the work, never a secret. */
export type Log = (level: LogLevel, message: string, fields?: LogFields) => void;

export type LogStyle = Readonly<{ logFormat: "text" | "json"; logIp: LogIp }>;

export function createLog(
  { logFormat, logIp }: LogStyle,
  clock: () => number,
  write: (line: string) => void,
  inEveryLine: LogFields = {},
): Log {
  const print = logFormat === "json" ? jsonLine : textLine;
  const timeText = rememberLast((ms) => new Date(ms).toISOString());
  const adds = Object.keys(inEveryLine).length > 0;
  const shown = logIp === "full" ? (fields: LogFields) => fields : hideAddresses(logIp);
  return (level, message, fields = {}) => {
    const told = shown(fields);
    write(print(timeText(clock()), level, message, adds ? { ...told, ...inEveryLine } : told));
  };
}

/** The fields with the address of a client, and those in which the client can write what it likes. */
const OF_CLIENT = ["ip", "peer"] as const;
const FROM_OUTSIDE: ReadonlySet<string> = new Set(["method", "path"]);

/** Changes the addresses of clients, also where another field of the line repeats one. */
function hideAddresses(logIp: LogIp): (fields: LogFields) => LogFields {
  const shownIn = (name: string, text: string, addresses: readonly string[]): string | undefined => {
    if (OF_CLIENT.some((known) => known === name)) return shownIp(text, logIp);
    if (FROM_OUTSIDE.has(name)) return withShownIps(text, logIp);
    return addresses.reduce((told, ip) => told.replaceAll(ip, shownIp(ip, logIp) ?? "…"), text);
  };
  return (fields) => {
    const addresses = OF_CLIENT.flatMap((name) => fields[name] ?? []).filter((ip) => isIP(String(ip)) !== 0);
    return Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        typeof value === "string" ? shownIn(name, value, addresses.map(String)) : value,
      ]),
    );
  };
}

/** Many lines have the same millisecond. */
function rememberLast(print: (ms: number) => string): (ms: number) => string {
  let last = Number.NaN;
  let text = "";
  return (ms) => {
    if (ms !== last) {
      text = print(ms);
      last = ms;
    }
    return text;
  };
}

/** Writes all lines of one turn of the event loop at once, because each write blocks the loop. */
export function onceATurn(write: (lines: string) => void): {
  write: (line: string) => void;
  flush: () => void;
} {
  let waiting = "";
  const flush = (): void => {
    if (waiting === "") return;
    write(waiting);
    waiting = "";
  };
  return {
    write(line) {
      if (waiting === "") setImmediate(flush);
      waiting += line;
    },
    flush,
  };
}

function jsonLine(time: string, level: LogLevel, message: string, fields: LogFields): string {
  return `${escapeControls(JSON.stringify({ time, level, message, ...fields }))}\n`;
}

function textLine(time: string, level: LogLevel, message: string, fields: LogFields): string {
  let line = `${time} ${LEVEL_TEXT[level]} ${escapeControls(message)}`;
  for (const key in fields) {
    const value = fields[key];
    if (value !== undefined) line += ` ${key}=${quoteIfNeeded(String(value))}`;
  }
  return `${line}\n`;
}

// A value from outside must not be able to start a new line or colour the terminal.
function quoteIfNeeded(text: string): string {
  return /^[\w@.:/+-]+$/.test(text) ? text : escapeControls(JSON.stringify(text));
}

function escapeControls(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

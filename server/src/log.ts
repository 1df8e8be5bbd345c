export type LogLevel = "info" | "warn" | "error";
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Writes one line per call. Fields are facts about the work, never a secret. */
export type Log = (level: LogLevel, message: string, fields?: LogFields) => void;

export function createLog(format: "text" | "json", clock: () => number, write: (line: string) => void): Log {
  const print = format === "json" ? jsonLine : textLine;
  return (level, message, fields = {}) =>
    write(print(new Date(clock()).toISOString(), level, message, fields));
}

function jsonLine(time: string, level: LogLevel, message: string, fields: LogFields): string {
  return `${JSON.stringify({ time, level, message, ...fields })}\n`;
}

function textLine(time: string, level: LogLevel, message: string, fields: LogFields): string {
  const facts = Object.entries(fields).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${quoteIfNeeded(String(value))}`],
  );
  return `${[time, level.toUpperCase().padEnd(5), escapeControls(message), ...facts].join(" ")}\n`;
}

// A value from outside must not be able to start a line of its own or colour the terminal.
function quoteIfNeeded(text: string): string {
  return /^[\w@.:/+-]+$/.test(text) ? text : escapeControls(JSON.stringify(text));
}

function escapeControls(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

export type LogLevel = "info" | "warn" | "error";
const LEVEL_TEXT: Readonly<Record<LogLevel, string>> = { info: "INFO ", warn: "WARN ", error: "ERROR" };

export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Writes one line per call. Fields are facts about the work, never a secret. */
export type Log = (level: LogLevel, message: string, fields?: LogFields) => void;

export function createLog(
  format: "text" | "json",
  clock: () => number,
  write: (line: string) => void,
  inEveryLine: LogFields = {},
): Log {
  const print = format === "json" ? jsonLine : textLine;
  const timeText = rememberLast((ms) => new Date(ms).toISOString());
  const adds = Object.keys(inEveryLine).length > 0;
  return (level, message, fields = {}) =>
    write(print(timeText(clock()), level, message, adds ? { ...fields, ...inEveryLine } : fields));
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

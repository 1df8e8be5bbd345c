import { currentProcess } from "./current-process.ts";
import type { Output } from "./output.ts";

type Stream = Readonly<{ isTTY?: boolean; columns?: number; write(text: string): unknown }>;

/** How far a long command is: a bar on a terminal, a line now and then in a log. */
export type Progress = Readonly<{
  update(done: number): void;
  /** Removes the bar, so that what is said next stands on a line of its own. */
  end(): void;
}>;

export type ProgressOptions = Readonly<{
  /** What it does to them: `imported`. */
  verb: string;
  /** What is counted: `users`. */
  unit: string;
  /** How many there will be, where that is known. */
  total?: number;
  /** Per second: of no use where seconds are counted. */
  hidesRate?: boolean;
  stream: Stream;
  /** In milliseconds. */
  now(): number;
}>;

const REDRAW_MS = 100;
const LINE_MS = 5_000;
const WIDEST_BAR = 30;
const DEFAULT_COLUMNS = 80;

/** Progress on standard error; none under --json. */
export function processProgress(
  output: Pick<Output, "json">,
  what: Pick<ProgressOptions, "verb" | "unit" | "total" | "hidesRate">,
): Progress {
  if (output.json) return { update: () => {}, end: () => {} };
  return createProgress({ ...what, stream: currentProcess().stderr, now: () => performance.now() });
}

export function createProgress(options: ProgressOptions): Progress {
  const { stream, now } = options;
  const startedAt = now();
  let toldAt = stream.isTTY ? Number.NEGATIVE_INFINITY : startedAt;
  let isDrawn = false;
  return {
    update(done) {
      const at = now();
      if (at - toldAt < (stream.isTTY ? REDRAW_MS : LINE_MS)) return;
      toldAt = at;
      const text = describe(options, done, at - startedAt);
      if (!stream.isTTY) return void stream.write(`${text}\n`);
      isDrawn = true;
      stream.write(`\r${fit(bar(options, done), text, stream.columns || DEFAULT_COLUMNS)}\u001b[K`);
    },
    end() {
      if (isDrawn) stream.write("\r\u001b[K");
      isDrawn = false;
    },
  };
}

function describe(options: ProgressOptions, done: number, elapsedMs: number): string {
  const { verb, unit, total } = options;
  const perSecond = elapsedMs > 0 ? (done * 1000) / elapsedMs : 0;
  const count = total === undefined ? `${done} ${unit}` : `${done} of ${total} ${unit}`;
  const left = total === undefined || perSecond === 0 ? "" : `, ${timeLeft((total - done) / perSecond)} left`;
  const rate = options.hidesRate ? "" : `, ${Math.round(perSecond)}/s`;
  return `${verb} ${count}${rate}${left}`;
}

function timeLeft(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function bar({ total }: ProgressOptions, done: number): string {
  if (total === undefined || total === 0) return "";
  const filled = Math.round((Math.min(done, total) / total) * WIDEST_BAR);
  return `[${"#".repeat(filled)}${"-".repeat(WIDEST_BAR - filled)}] `;
}

/** One column stays free: a terminal that wraps would leave lines behind. */
function fit(drawn: string, text: string, columns: number): string {
  const whole = `${drawn}${text}`;
  return whole.length < columns ? whole : text.slice(0, Math.max(0, columns - 1));
}

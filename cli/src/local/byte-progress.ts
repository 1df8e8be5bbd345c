import type { Output } from "../output.ts";
import { type Progress, processProgress } from "../progress.ts";

export type ByteProgress = Readonly<{
  update: (done: number, total: number) => void;
  end: () => void;
}>;

const MEGABYTE = 1_000_000;

/** Progress in megabytes, from when it is known how many there are. */
export function byteProgress(output: Pick<Output, "json">, verb: string): ByteProgress {
  let progress: Progress | undefined;
  return {
    update(done, total) {
      progress ??= processProgress(output, { verb, unit: "MB", total: Math.ceil(total / MEGABYTE) });
      progress.update(Math.floor(done / MEGABYTE));
    },
    end: () => progress?.end(),
  };
}

/** `12.3 MB`, for people. */
export function inMegabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(bytes < 10 * MEGABYTE ? 2 : 0)} MB`;
}

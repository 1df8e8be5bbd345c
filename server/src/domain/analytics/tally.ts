import type { DailyStatRow } from "../../storage/db.ts";
import type { Day } from "./days.ts";

/** Counts of one day or range, by metric and key. */
export class Tally {
  readonly #counts = new Map<string, Map<string, number>>();

  add(metric: string, key: string, count: number): void {
    const parts = this.#counts.get(metric) ?? new Map<string, number>();
    parts.set(key, (parts.get(key) ?? 0) + count);
    this.#counts.set(metric, parts);
  }

  /** The sum over all keys of a metric. */
  total(metric: string): number {
    return this.parts(metric).reduce((sum, [, count]) => sum + count, 0);
  }

  clear(metric: string): void {
    this.#counts.delete(metric);
  }

  /** The largest first. */
  parts(metric: string): [key: string, count: number][] {
    const parts = [...(this.#counts.get(metric) ?? [])].filter(([, count]) => count > 0);
    return parts.sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1));
  }

  /** Adds the counts of another day or range. */
  include(other: Tally): void {
    for (const [metric, parts] of other.#counts) {
      for (const [key, count] of parts) this.add(metric, key, count);
    }
  }

  /** Includes zeros, which show that the day was counted. */
  rows(projectId: string, day: Day): DailyStatRow[] {
    return [...this.#counts].flatMap(([metric, parts]) =>
      [...parts].map(([key, value]) => ({ projectId, metric, day, key, value })),
    );
  }
}

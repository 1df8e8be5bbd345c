import type { WireName } from "./generator/order.ts";

/** One measured number, with or without a limit to compare it with. */
export type Figure = {
  name: string;
  value: number;
  unit: string;
  /** Of the rounds, whose median the value is. */
  lowest?: number;
  highest?: number;
  /** What it is to be compared with, measured in the same run, in the same unit. */
  limit?: number;
  /** What the limit is made of. */
  limitIs?: string;
  bars?: readonly Bar[];
  load?: LoadDetail;
};

/** What the figure, or its ratio to the limit, has to reach. */
export type Bar = { of: "value" | "ratio" } & ({ atLeast: number } | { atMost: number });

export type LoadDetail = {
  wire: WireName;
  clients: number;
  /** Milliseconds. */
  p50: number;
  p95: number;
  p99: number;
  refused: number;
  /** Of those: calls that found no connection free. */
  unsent?: number;
  /** Microseconds of processor time of the server for each answer. */
  cpuUs?: number;
  /** 99th percentile, milliseconds. */
  loopDelayMs?: number;
  /** Of the server, at the end. */
  memoryMb?: number;
  /** Cores that the load generator kept busy. */
  generatorCpu?: number;
};

export type Section = {
  /** What is measured, in one line. */
  about: string;
  /** Several rounds, of which the median counts. */
  hasRounds?: boolean;
  run: (options: Options) => Promise<readonly Figure[]>;
};

export type Options = {
  /** Short runs that show whether it works. Their figures prove nothing. */
  isQuick: boolean;
  /** Of how many rounds the median counts. */
  rounds: number;
  /** The most users of the sections that have many. */
  users: number | undefined;
  /** The folder of another version, for the section that compares with one. */
  against: string | undefined;
  /** Passed on to `svc serve`, which then runs on PostgreSQL. */
  workers: number | undefined;
  /** Prints the progress. */
  say: (line: string) => void;
};

export function ratioOf({ value, limit }: Figure): number | undefined {
  return limit === undefined ? undefined : value / limit;
}

export function isMet(figure: Figure, bar: Bar): boolean {
  const measured = bar.of === "value" ? figure.value : (ratioOf(figure) ?? Number.NaN);
  return "atLeast" in bar ? measured >= bar.atLeast : measured <= bar.atMost;
}

export function describeBar(bar: Bar): string {
  const [sign, bound] = "atLeast" in bar ? [">=", bar.atLeast] : ["<=", bar.atMost];
  return `${sign} ${bar.of === "ratio" ? `${bound} x` : bound.toLocaleString("en-US")}`;
}

/** Answers to `ways` parts that one request passes through one after the other: their times add up. */
export function combinedRate(...rates: readonly number[]): number {
  return 1 / rates.reduce((seconds, rate) => seconds + 1 / rate, 0);
}

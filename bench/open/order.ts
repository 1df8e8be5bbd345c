import type { Call } from "../generator/order.ts";

/** How many calls arrive, in percent of the capacity. */
export const LOADS = [25, 50, 80, 100, 200] as const;

/** A part of the run with its own rate of arrivals. */
export type Phase = Readonly<{ perSecond: number | "asMuchAsPossible"; ms: number }>;

export type OpenOrder = Readonly<{
  host: string;
  port: number;
  /** Each sends one call at a time. */
  connections: number;
  /** Sent in turns. */
  calls: readonly Call[];
  /** Each call is sent again with the refresh token of its last answer. */
  chains: boolean;
  phases: readonly Phase[];
}>;

/** What became of the calls that were due in a tenth of a second. */
export type Slice = Readonly<{
  answered: number;
  refused: number;
  /** No connection was free: the server would have closed another one. */
  unsent: number;
  p50: number;
}>;

/** Times of answered calls in milliseconds, from the moment at which they were due. */
export type PhaseOutcome = Readonly<{
  slices: readonly Slice[];
  answered: number;
  refused: number;
  unsent: number;
  p50: number;
  p95: number;
  p99: number;
}>;

/** What the callers' process says: a phase begins, or all are over. */
export type OpenReport =
  | Readonly<{ phase: number }>
  | Readonly<{ outcomes: readonly PhaseOutcome[] }>
  | Readonly<{ why: string }>;

export const SLICE_MS = 100;

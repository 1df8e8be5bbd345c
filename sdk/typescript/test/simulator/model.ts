import type { SignedOutReason } from "../../src/auth-state.ts";
import type { PageName } from "./pages.ts";
import type { Phone } from "./phone.ts";

/** Shares of all requests, from 0 to 1. */
export type NetworkFaults = {
  lostRequests?: number;
  lostAnswers?: number;
  /** The request arrives twice at the same time. */
  duplicates?: number;
  /** The request arrives once more, after the session was rotated so many times, by that request and others. */
  lateDuplicates?: { share: number; rotations: 1 | 2 | 3 };
  /** Somebody in between answers for some minutes. A share of all rounds. */
  outages?: { share: number; pages: readonly PageName[] };
};

export const LOSSY: NetworkFaults = { lostRequests: 0.1, lostAnswers: 0.3, duplicates: 0.1 };

export type DiskFaults = {
  /** A share of all writes. */
  failedWrites?: number;
  slowWritesMs?: number;
  /** What a power cut after a round does. */
  powerCut?: { share: number; disk: "loses its newest write" | "comes from a backup" };
  /** The client writes through `chunkedStorage`. */
  isChunked?: boolean;
};

export type ClockFaults = {
  /** Either way, anew after each time that the clock is set. */
  wrongByMs: number;
};

export type ProcessFaults = {
  /** A share of all times that the app asks for a token. */
  kills?: number;
  /** A share of all writes, each chunk by itself: the app is killed right after one. */
  killsAtWrites?: number;
  /** Run at the same time on the same storage, without a lock. */
  instances?: number;
  /** A share of all rounds: a refresh while the token is still good. */
  forced?: number;
  serverKills?: number;
};

export type Model = {
  name: string;
  phones: number;
  rounds: number;
  network?: NetworkFaults;
  disk?: DiskFaults;
  clock?: ClockFaults;
  process?: ProcessFaults;
  /** What a phone does in each round, instead of one refresh. Sets `phone.blame` when it does what may end a session. */
  round?: (phone: Phone) => Promise<void>;
  /** Where sessions may end, for these reasons. Only those that are to blame: any other sign-out is a failure. */
  ends?: {
    mustEnd?: boolean;
    /** What the server takes the phone's last call for, where it is always the same. */
    by?: "reuse" | "late repeat";
    reasons: readonly (SignedOutReason | undefined)[];
  };
};

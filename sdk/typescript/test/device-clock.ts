import type { Clock } from "../src/clock.ts";

/** A device's clocks, which only the test moves. */
export class DeviceClock implements Clock {
  private wall: number;
  private up = 0;

  constructor(skewMs = 0) {
    this.wall = Date.now() + skewMs;
  }

  readonly now = (): number => this.wall;
  readonly steady = (): number => this.up;

  pass(ms: number): void {
    this.wall += ms;
    this.up += ms;
  }

  /** The user sets the clock, or the network does. */
  set(ms: number): void {
    this.wall += ms;
  }
}

export const MINUTE = 60_000;

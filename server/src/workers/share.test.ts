import { describe, expect, test } from "vitest";
import { shareOf } from "./share.ts";

describe("one of several processes", () => {
  test("alone takes one hash more than there are cores, of which as many as cores are computed at a time", () => {
    expect(shareOf(1, 8)).toEqual({ threads: 8, hashesAtOnce: 9, hashesWaiting: 64, connections: 10 });
  });

  test("has a second thread whatever it shares, for what is no hash", () => {
    expect([shareOf(1, 1).threads, shareOf(8, 8).threads, shareOf(2, 8).threads]).toEqual([2, 2, 4]);
  });

  test("takes its part of what the machine can hash, rounded up", () => {
    expect(shareOf(2, 2)).toMatchObject({ hashesAtOnce: 2, hashesWaiting: 64 });
    expect(shareOf(8, 8)).toMatchObject({ hashesAtOnce: 2, hashesWaiting: 64 });
    expect(shareOf(64, 2)).toMatchObject({ hashesAtOnce: 1, hashesWaiting: 64 });
  });

  test("keeps the default number of workers within 40 connections, and never has too few to work", () => {
    for (let workers = 1; workers <= 8; workers++) {
      expect(workers * shareOf(workers, 8).connections).toBeLessThanOrEqual(40);
    }
    expect(shareOf(64, 64).connections).toBe(3);
  });
});

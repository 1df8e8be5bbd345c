import fc from "fast-check";
import { expect, test } from "vitest";
import { createUuidV7 } from "./uuid-v7.ts";

const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

function timeOf(uuid: string): number {
  return Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);
}

function expectStrictlyRising(uuids: string[]): void {
  expect(uuids.every((uuid, i) => i === 0 || uuid > (uuids[i - 1] ?? ""))).toBe(true);
}

test("has version 7, the RFC variant and the time it was given", () => {
  const newUuid = createUuidV7();
  const uuid = newUuid(0x017f22e279b0);
  expect(uuid).toMatch(shape);
  expect(uuid.startsWith("017f22e2-79b0-7")).toBe(true);
});

test("rises strictly within one millisecond, also when the counter runs out", () => {
  const newUuid = createUuidV7();
  const uuids = Array.from({ length: 20_000 }, () => newUuid(1_700_000_000_000));
  expectStrictlyRising(uuids);
  expect(uuids.every((uuid) => shape.test(uuid))).toBe(true);

  const room = uuids.filter((uuid) => timeOf(uuid) === 1_700_000_000_000).length;
  expect(room).toBeGreaterThan(2047);
  expect(timeOf(uuids.at(-1) ?? "")).toBeLessThan(1_700_000_000_010);
});

test("never goes back when the clock does", () => {
  const newUuid = createUuidV7();
  const before = newUuid(2_000_000);
  const after = newUuid(1_000_000);
  expect(after > before).toBe(true);
  expect(timeOf(after)).toBe(2_000_000);
  expect(timeOf(newUuid(2_000_001))).toBe(2_000_001);
});

test("rises under any clock", () => {
  const newUuid = createUuidV7();
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 2 ** 48 - 2 ** 20 })), (times) => {
      expectStrictlyRising(times.map((time) => newUuid(time)));
    }),
  );
});

test("does not repeat over 200,000 ids", () => {
  const newUuid = createUuidV7();
  const uuids = Array.from({ length: 200_000 }, (_, i) => newUuid(1_700_000_000_000 + (i >> 8)));
  expect(new Set(uuids.map((uuid) => uuid.slice(19))).size).toBe(uuids.length);
});

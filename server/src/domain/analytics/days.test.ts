import { describe, expect, test } from "vitest";
import { addDays, dayOf, daysBetween, daysFrom, isDay, isSameDay, startOfDay } from "./days.ts";

const HOUR = 3_600_000;
const at = (text: string): number => Date.parse(text);
const hoursOf = (day: string, timezone: string): number =>
  (startOfDay(addDays(day, 1), timezone) - startOfDay(day, timezone)) / HOUR;

describe("days", () => {
  test.each([
    ["UTC", "2030-01-01T00:00:00Z", "2030-01-01"],
    ["UTC", "2029-12-31T23:59:59.999Z", "2029-12-31"],
    ["Asia/Tokyo", "2030-01-01T23:30:00Z", "2030-01-02"],
    ["Asia/Tokyo", "2030-01-01T14:59:59.999Z", "2030-01-01"],
    ["America/Los_Angeles", "2030-01-01T07:59:59Z", "2029-12-31"],
    ["Asia/Kathmandu", "2030-01-01T18:14:59.999Z", "2030-01-01"],
    ["Asia/Kathmandu", "2030-01-01T18:15:00Z", "2030-01-02"],
    ["Pacific/Kiritimati", "2030-01-01T10:00:00Z", "2030-01-02"],
    ["Pacific/Apia", "2011-12-30T09:59:59Z", "2011-12-29"],
    ["Pacific/Apia", "2011-12-30T10:00:00Z", "2011-12-31"],
    ["Europe/Berlin", "2030-03-30T22:59:59Z", "2030-03-30"],
    ["Europe/Berlin", "2030-03-31T21:59:59Z", "2030-03-31"],
    ["Europe/Berlin", "2030-03-31T22:00:00Z", "2030-04-01"],
  ])("in %s, %s is %s", (timezone, moment, day) => {
    expect(dayOf(at(moment), timezone)).toBe(day);
  });

  test.each([
    ["UTC", "2030-01-01", "2030-01-01T00:00:00Z"],
    ["Asia/Tokyo", "2030-01-02", "2030-01-01T15:00:00Z"],
    ["Asia/Kathmandu", "2030-01-02", "2030-01-01T18:15:00Z"],
    ["Europe/Berlin", "2030-01-01", "2029-12-31T23:00:00Z"],
    ["Europe/Berlin", "2030-07-01", "2030-06-30T22:00:00Z"],
    // Summer time began at midnight: the day has no hour 0.
    ["America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00Z"],
    // It ended at midnight: the hour before came twice.
    ["America/Sao_Paulo", "2019-02-17", "2019-02-17T03:00:00Z"],
    ["America/Sao_Paulo", "2030-01-01", "2030-01-01T03:00:00Z"],
    // The day that Samoa left out.
    ["Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z"],
    ["Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00Z"],
    ["Pacific/Apia", "2030-01-01", "2029-12-31T11:00:00Z"],
  ])("in %s, %s begins at %s", (timezone, day, moment) => {
    expect(startOfDay(day, timezone)).toBe(at(moment));
  });

  test.each([
    ["Europe/Berlin", "2030-03-31", 23],
    ["Europe/Berlin", "2030-10-27", 25],
    ["Europe/Berlin", "2030-10-28", 24],
    ["America/Sao_Paulo", "2018-11-04", 23],
    ["America/Sao_Paulo", "2019-02-16", 25],
    ["America/Sao_Paulo", "2030-11-03", 24],
    ["Asia/Kathmandu", "2030-03-31", 24],
    ["Pacific/Apia", "2011-12-29", 24],
    ["Pacific/Apia", "2011-12-30", 0],
    ["Pacific/Apia", "2011-12-31", 24],
    ["Australia/Lord_Howe", "2030-04-07", 24.5],
  ])("in %s, %s has %d hours", (timezone, day, hours) => {
    expect(hoursOf(day, timezone)).toBe(hours);
  });

  test.each(["UTC", "Europe/Berlin", "America/Sao_Paulo", "Asia/Kathmandu", "Pacific/Apia", "America/Nuuk"])(
    "in %s, every hour of twenty years is in the day between whose ends it lies",
    (timezone) => {
      for (let ms = at("2011-01-01T00:00:00Z"); ms < at("2031-01-01T00:00:00Z"); ms += 241 * HOUR) {
        const day = dayOf(ms, timezone);
        expect(startOfDay(day, timezone)).toBeLessThanOrEqual(ms);
        expect(startOfDay(addDays(day, 1), timezone)).toBeGreaterThan(ms);
      }
    },
  );

  test("a zone that this Node does not know counts as UTC", () => {
    expect(dayOf(at("2030-01-01T23:30:00Z"), "Mars/Olympus")).toBe("2030-01-01");
    expect(startOfDay("2030-01-01", "")).toBe(at("2030-01-01T00:00:00Z"));
  });

  test("two moments are on one day, whatever was asked before", () => {
    const noon = at("2030-03-31T10:00:00Z");
    for (const now of [noon, noon - 24 * HOUR, noon]) {
      const day = dayOf(now, "Europe/Berlin");
      const start = startOfDay(day, "Europe/Berlin");
      const end = startOfDay(addDays(day, 1), "Europe/Berlin");
      expect(isSameDay(now, start, "Europe/Berlin")).toBe(true);
      expect(isSameDay(now, end - 1, "Europe/Berlin")).toBe(true);
      expect(isSameDay(now, start - 1, "Europe/Berlin")).toBe(false);
      expect(isSameDay(now, end, "Europe/Berlin")).toBe(false);
      expect(dayOf(now, "Europe/Berlin")).toBe(day);
      expect(dayOf(end, "Europe/Berlin")).toBe(addDays(day, 1));
    }
  });

  test("arithmetic follows the calendar", () => {
    expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
    expect(addDays("2030-03-01", -1)).toBe("2030-02-28");
    expect(addDays("2029-12-31", 1)).toBe("2030-01-01");
    expect(daysBetween("2030-01-01", "2031-01-01")).toBe(365);
    expect(daysBetween("2030-01-02", "2030-01-01")).toBe(-1);
    expect(daysFrom("2030-02-27", "2030-03-02")).toEqual([
      "2030-02-27",
      "2030-02-28",
      "2030-03-01",
      "2030-03-02",
    ]);
    expect(daysFrom("2030-01-01", "2030-01-01")).toEqual(["2030-01-01"]);
    expect(daysFrom("2030-01-02", "2030-01-01")).toEqual([]);
  });

  test.each(["2030-02-29", "2030-13-01", "2030-00-10", "2030-01-32", "2030-1-1", "0000-01-01", "9999-12-31"])(
    "%s is no day",
    (text) => expect(isDay(text)).toBe(false),
  );

  test.each(["", "today", "20300101", "2030-01-01T00:00:00Z", " 2030-01-01", "2030-01-01\n", "+02030-01-01"])(
    "%j is no day",
    (text) => expect(isDay(text)).toBe(false),
  );

  test.each(["2030-01-31", "2028-02-29", "1999-12-31"])("%s is a day", (text) =>
    expect(isDay(text)).toBe(true),
  );
});

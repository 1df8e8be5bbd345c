/// <reference lib="esnext.temporal" />

/** A calendar day, `YYYY-MM-DD`. Days compare as text. */
export type Day = string;

type Span = { day: Day; startsAt: number; endsAt: number };

/** The day of each time zone that was asked for last. Every refresh asks for today. */
const latest = new Map<string, Span>();

const zones = new Map<string, string>();

/** The day in which a moment falls. */
export function dayOf(ms: number, timezone: string): Day {
  const span = latest.get(timezone);
  return span && isWithin(span, ms) ? span.day : dayAt(ms, timezone);
}

/** The same for this moment, whose day is remembered. */
export function today(now: number, timezone: string): Day {
  return spanOf(now, timezone).day;
}

/** True when two moments fall on one day. The day of the first is remembered. */
export function isSameDay(now: number, then: number, timezone: string): boolean {
  return isWithin(spanOf(now, timezone), then);
}

function spanOf(now: number, timezone: string): Span {
  const known = latest.get(timezone);
  if (known && isWithin(known, now)) return known;
  const day = dayAt(now, timezone);
  const span = { day, startsAt: startOfDay(day, timezone), endsAt: startOfDay(addDays(day, 1), timezone) };
  latest.set(timezone, span);
  return span;
}

/**
 * The first moment of a day: usually midnight, in some places an hour later when summer time begins.
 * A day that a place left out begins, and ends, with the next.
 */
export function startOfDay(day: Day, timezone: string): number {
  return Temporal.PlainDate.from(day).toZonedDateTime(known(timezone)).epochMilliseconds;
}

export function addDays(day: Day, days: number): Day {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}

/** How many days `to` is after `from`. */
export function daysBetween(from: Day, to: Day): number {
  return Temporal.PlainDate.from(from).until(to).days;
}

/** Every day from one to another, both included. */
export function daysFrom(from: Day, to: Day): Day[] {
  return Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, n) => addDays(from, n));
}

/** True for a day that the calendar has, in this millennium or the last. */
export function isDay(text: string): boolean {
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(text)) return false;
  try {
    return Temporal.PlainDate.from(text).toString() === text;
  } catch {
    return false;
  }
}

function dayAt(ms: number, timezone: string): Day {
  return Temporal.Instant.fromEpochMilliseconds(ms)
    .toZonedDateTimeISO(known(timezone))
    .toPlainDate()
    .toString();
}

function isWithin({ startsAt, endsAt }: Span, ms: number): boolean {
  return startsAt <= ms && ms < endsAt;
}

/** A place that this Node has never heard of must not keep anybody from signing in. */
function known(timezone: string): string {
  let zone = zones.get(timezone);
  if (zone === undefined) {
    zone = isZone(timezone) ? timezone : "UTC";
    zones.set(timezone, zone);
  }
  return zone;
}

function isZone(timezone: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timezone);
    return true;
  } catch {
    return false;
  }
}

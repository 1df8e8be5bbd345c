/// <reference lib="esnext.temporal" />

/** A calendar day, `YYYY-MM-DD`. Days compare as text. */
export type Day = string;

export type Span = { day: Day; startsAt: number; endsAt: number };

/** The last day that was computed for each time zone. Every token refresh needs today. */
const latest = new Map<string, Span>();

const zones = new Map<string, string>();

/** The day of a moment. */
export function dayOf(ms: number, timezone: string): Day {
  const span = latest.get(timezone);
  return span && isWithin(span, ms) ? span.day : dayAt(ms, timezone);
}

/** The day of the current moment, which is cached. */
export function today(now: number, timezone: string): Day {
  return spanOf(now, timezone).day;
}

/** Whether two moments are on the same day. The day of the first is cached. */
export function isSameDay(now: number, then: number, timezone: string): boolean {
  return isWithin(spanOf(now, timezone), then);
}

/** The day of the current moment, with its first moment and that of the next. It is cached. */
export function spanOf(now: number, timezone: string): Span {
  const known = latest.get(timezone);
  if (known && isWithin(known, now)) return known;
  const day = dayAt(now, timezone);
  const span = { day, startsAt: startOfDay(day, timezone), endsAt: startOfDay(addDays(day, 1), timezone) };
  latest.set(timezone, span);
  return span;
}

/**
 * The first moment of a day: usually midnight, in some time zones an hour later when daylight saving begins.
 * A day that a time zone skipped begins, and ends, with the next.
 */
export function startOfDay(day: Day, timezone: string): number {
  return Temporal.PlainDate.from(day).toZonedDateTime(knownZone(timezone)).epochMilliseconds;
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

/** Whether the text is a valid date from 1000 to 2999. */
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
    .toZonedDateTimeISO(knownZone(timezone))
    .toPlainDate()
    .toString();
}

function isWithin({ startsAt, endsAt }: Span, ms: number): boolean {
  return startsAt <= ms && ms < endsAt;
}

/** Falls back to UTC: a time zone that this Node does not know must not prevent sign-ins. */
function knownZone(timezone: string): string {
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

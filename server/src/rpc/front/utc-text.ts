import { timestampDate, timestampFromMs } from "@bufbuild/protobuf/wkt";

const DAY_MS = 86_400_000;
const REMEMBERED_DAYS = 4_000;

const dates = new Map<number, string>();

/**
 * A time as `toISOString` writes it, without a fraction where there is none. An answer holds several, mostly of few
 * days, and `toISOString` works out the date of each anew.
 */
export function utcText(ms: number): string {
  const day = Math.floor(ms / DAY_MS);
  const rest = ms - day * DAY_MS;
  const seconds = Math.floor(rest / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const text = `${dateOf(day)}T${twoDigits(hours)}:${twoDigits(minutes - hours * 60)}:${twoDigits(seconds - minutes * 60)}`;
  const fraction = rest - seconds * 1000;
  return fraction === 0 ? `${text}Z` : `${text}.${String(fraction).padStart(3, "0")}Z`;
}

function dateOf(day: number): string {
  let date = dates.get(day);
  if (date === undefined) {
    date = timestampDate(timestampFromMs(day * DAY_MS))
      .toISOString()
      .replace(/T.*/, "");
    if (dates.size >= REMEMBERED_DAYS) dates.clear();
    dates.set(day, date);
  }
  return date;
}

function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : String(number);
}

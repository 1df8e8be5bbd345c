import { type Timestamp, timestampMs } from "@bufbuild/protobuf/wkt";
import { invalidRequest } from "../errors.ts";

const YEAR_10000_MS = 253_402_300_800_000;

/** In binary a time can be any number, in JSON none beyond the year 9999. */
export function timeOf(field: string, time: Timestamp | undefined): number | undefined {
  if (!time) return undefined;
  const ms = timestampMs(time);
  if (Math.abs(ms) >= YEAR_10000_MS) throw invalidRequest(field, "is not a time");
  return ms;
}

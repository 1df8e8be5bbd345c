import { invalidRequest } from "../../errors.ts";

/** Any visible text may name a device, and most names no one. What a database cannot compare is refused. */
export function requireDeviceId(text: string): string {
  if (!/^[\x21-\x7e]{1,100}$/.test(text)) throw invalidRequest("device_id", "is not an id");
  return text;
}

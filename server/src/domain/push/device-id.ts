import { invalidRequest } from "../../errors.ts";

/** Accepts any visible text, even if no device has this id. Refuses text that a database cannot compare. */
export function requireDeviceId(text: string): string {
  if (!/^[\x21-\x7e]{1,100}$/.test(text)) throw invalidRequest("device_id", "is not an id");
  return text;
}

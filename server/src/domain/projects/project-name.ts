import { invalidRequest } from "../../errors.ts";
import { hasDirectionMarks } from "../direction-marks.ts";

export function requireProjectName(text: string): string {
  const name = text.trim();
  if (name === "" || [...name].length > 100) throw invalidRequest("name", "must have 1 to 100 characters");
  if (/\p{Cc}/u.test(name)) throw invalidRequest("name", "must not contain control characters");
  if (hasDirectionMarks(name))
    throw invalidRequest("name", "must not contain characters that change the text direction");
  return name;
}

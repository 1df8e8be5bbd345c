import { AppError } from "../../errors.ts";
import { requireDisplayName } from "../accounts/profile.ts";
import { withoutDirectionMarks } from "../direction-marks.ts";

/**
 * The name in the form that Apple lets the browser send, once, when somebody first consents. Anybody
 * can write anything into it, so it is for display only and a strange one is no name at all.
 */
export function appleName(user: string): string {
  const { firstName, lastName } = namesIn(user);
  const parts = [firstName, lastName].filter((part) => typeof part === "string");
  try {
    return requireDisplayName(parts.map((part) => withoutDirectionMarks(part).trim()).join(" "));
  } catch (error) {
    if (error instanceof AppError) return "";
    throw error;
  }
}

function namesIn(user: string): { firstName?: unknown; lastName?: unknown } {
  try {
    const { name } = JSON.parse(user) as { name?: unknown };
    return typeof name === "object" && name !== null ? name : {};
  } catch {
    return {};
  }
}

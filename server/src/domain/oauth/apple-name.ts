import { AppError } from "../../errors.ts";
import { requireDisplayName } from "../accounts/profile.ts";
import { withoutDirectionMarks } from "../direction-marks.ts";

/**
 * The name in the form data that Apple sends through the browser, once, with the first consent. Anyone can change it,
 * so it is for display only, and an invalid one is ignored.
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

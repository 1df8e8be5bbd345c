import { invalidRequest } from "../../errors.ts";
import type { User } from "../../storage/db.ts";
import { hasDirectionMarks } from "../direction-marks.ts";

const MAX_NAME = 120;
const MAX_URL = 2048;

export function requireDisplayName(text: string): string {
  const name = text.trim().normalize("NFC");
  if ([...name].length > MAX_NAME)
    throw invalidRequest("display_name", `is longer than ${MAX_NAME} characters`);
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name))
    throw invalidRequest("display_name", "must not contain control characters");
  if (hasDirectionMarks(name))
    throw invalidRequest("display_name", "must not contain characters that change the text direction");
  return name;
}

/** The URL is stored and never fetched. It must be https, so that apps do not load anything else. */
export function requireAvatarUrl(text: string): string {
  if (text === "") return "";
  if (text.length > MAX_URL || !URL.canParse(text) || /[\s\p{Cc}]/u.test(text)) {
    throw invalidRequest("avatar_url", "is not a URL");
  }
  const url = new URL(text);
  if (url.protocol !== "https:" || url.username || url.password)
    throw invalidRequest("avatar_url", "must be an https URL");
  return url.href;
}

type Profile = Pick<User, "displayName" | "avatarUrl" | "locale">;

export function hasOtherProfile(before: Profile, after: Profile): boolean {
  return (
    before.displayName !== after.displayName ||
    before.avatarUrl !== after.avatarUrl ||
    before.locale !== after.locale
  );
}

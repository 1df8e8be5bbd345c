import { AppError, invalidRequest } from "../../errors.ts";
import { requireStrongPassword } from "../accounts/password-policy.ts";
import { defaultSettings } from "../projects/settings.ts";

const minLength = 8;
const maxLength = 1_024;

const instance = {
  name: "svc",
  slug: "svc",
  settings: { ...defaultSettings, passwordPolicy: { minLength: 12, allowCommon: false } },
};

/** For whoever chooses a password over the network. */
export function requireStrongAdminPassword(password: string, email: string): Promise<void> {
  return requireStrongPassword(instance, password, email);
}

/** For whoever has the data directory, and with it everything already: weaker ones are only warned about. */
export function checkAdminPassword(password: string): void {
  const length = [...password.normalize("NFC")].length;
  if (length < minLength) {
    throw new AppError("WEAK_PASSWORD", "too short", { rule: "min_length", min_length: String(minLength) });
  }
  if (length > maxLength) throw invalidRequest("password", `is longer than ${maxLength} characters`);
}

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

/** For passwords that are chosen over the network. */
export function requireStrongAdminPassword(password: string, email: string): Promise<void> {
  return requireStrongPassword(instance, password, email);
}

/** For the command line on the server, whose user has full access anyway: weaker passwords only cause a warning. */
export function checkAdminPassword(password: string): void {
  const length = [...password.normalize("NFC")].length;
  if (length < minLength) {
    throw new AppError("WEAK_PASSWORD", "too short", { rule: "min_length", min_length: String(minLength) });
  }
  if (length > maxLength) throw invalidRequest("password", `is longer than ${maxLength} characters`);
}

import { AppError, invalidRequest } from "../../errors.ts";

const minLength = 8;
const maxLength = 1_024;

export function checkAdminPassword(password: string): void {
  const length = [...password.normalize("NFC")].length;
  if (length < minLength) {
    throw new AppError("WEAK_PASSWORD", "too short", { rule: "min_length", min_length: String(minLength) });
  }
  if (length > maxLength) throw invalidRequest("password", `is longer than ${maxLength} characters`);
}

import { invalidRequest } from "../../errors.ts";

/** The one form under which an administrator's address is stored and looked up. */
export function canonicalAdminEmail(typed: string): string {
  const email = typed.trim().normalize("NFC").toLowerCase();
  if (email.length <= 254 && /^[^\s@\p{Cc}\p{Cf}]+@[^\s@\p{Cc}\p{Cf}]+$/u.test(email)) return email;
  throw invalidRequest("email", "is not an e-mail address");
}

import { domainToASCII } from "node:url";
import { invalidRequest } from "../../errors.ts";

const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The canonical form in which an address is stored and compared. The local part must be ASCII, because
 * look-alike letters have been used to take over accounts; the domain is in its ASCII form. Returns undefined if
 * the text is not an address.
 */
export function canonicalEmail(typed: string): string | undefined {
  const trimmed = typed.trim();
  const at = trimmed.lastIndexOf("@");
  if (at < 1 || trimmed.length > 320) return undefined;
  // Only ASCII letters are folded: others may fold into an ASCII letter.
  const local = trimmed.slice(0, at).replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const domain = domainToASCII(trimmed.slice(at + 1));
  const isValid = local.length <= 64 && LOCAL_PART.test(local) && domain.length <= 253 && DOMAIN.test(domain);
  return isValid ? `${local}@${domain}` : undefined;
}

export function requireEmail(typed: string, field = "email"): string {
  const email = canonicalEmail(typed);
  if (!email) throw invalidRequest(field, "is not an email address");
  return email;
}

import { canonicalEmail } from "../accounts/email.ts";
import type { SmtpSettings } from "./mail-transport.ts";

export const MAX_ALLOWED_SENDERS = 100;

export type SenderRules = Pick<SmtpSettings, "from" | "allowedSenders">;

/** An entry of the list in its canonical form, an address or `@domain`; undefined if it is neither. */
export function canonicalSender(typed: string): string | undefined {
  const entry = typed.trim();
  // The parser of domains leaves line breaks out instead of refusing them.
  if (/[\s\p{Cc}]/u.test(entry)) return undefined;
  const email = canonicalEmail(entry.startsWith("@") ? `any${entry}` : entry);
  // A domain without a dot would be one of the operator's network.
  if (!email || !domainOf(email).includes(".")) return undefined;
  return entry.startsWith("@") ? `@${domainOf(email)}` : email;
}

/** Whether the relay may send emails from this address. `@example.com` does not include its subdomains. */
export function isAllowedSender(address: string, { from, allowedSenders = [] }: SenderRules): boolean {
  const email = canonicalEmail(address);
  if (!email) return false;
  const isRelaysOwn = email === canonicalEmail(addressIn(from));
  return isRelaysOwn || allowedSenders.includes(email) || allowedSenders.includes(`@${domainOf(email)}`);
}

/** `auth@example.com` of `Example <auth@example.com>`. */
export function addressIn(from: string): string {
  const [, address = from] = /<([^<>]*)>$/.exec(from) ?? [];
  return address.trim();
}

export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf("@") + 1).toLowerCase();
}

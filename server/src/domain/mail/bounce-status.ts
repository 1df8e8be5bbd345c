/**
 * Enhanced status codes (RFC 3463, RFC 7505) with which a mail server says that a mailbox does not exist. Not 5.2.2
 * (full), which passes, and not 5.7.x, which is about the sender. Nor 5.2.1 (disabled): Gmail also says it of a mailbox
 * that gets too many emails, so a stranger could stop a user's emails by flooding the mailbox.
 */
const BOUNCES: ReadonlySet<string> = new Set(["5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10"]);

export function isBounce(status: string | undefined): boolean {
  return status !== undefined && BOUNCES.has(status);
}

import type { Millis } from "./millis.ts";

export type EmailTokenRow = {
  hash: string;
  projectId: string;
  userId: string;
  purpose: string;
  email: string;
  createdAt: Millis;
  expiresAt: Millis;
};

/** A change of address that the owner of the old, verified address may undo. Until it expires no other account can take that address. */
export type AddressUndoRow = {
  /** Also the id of the outbox mail that carries the link. */
  id: string;
  projectId: string;
  userId: string;
  /** SHA-256 of the newest link's token; null until the mail leaves. */
  hash: string | null;
  /** The old address, and since when it had been verified. */
  email: string;
  verifiedAt: Millis;
  changedAt: Millis;
  expiresAt: Millis;
};

/**
 * A mail to be written and sent. It holds no secret: the link's token is made when the mail leaves.
 * Who the recipient is to the project is looked up then, too, so that asking for a mail costs the
 * same whether or not an account exists.
 */
export type OutboxRow = {
  id: string;
  projectId: string | null;
  kind: string;
  recipient: string;
  userId: string | null;
  /** The linked provider, or the inviter's email. */
  detail: string | null;
  createdAt: Millis;
  attempts: number;
  nextAttemptAt: Millis;
  lastError: string | null;
  sentAt: Millis | null;
  gaveUpAt: Millis | null;
  /** What the relay said when it accepted the mail. Null for a mail that turned out not to be needed. */
  relayAnswer: string | null;
  /** What the request asked for; null: the user's own language, then the project's. */
  language: string | null;
  /** Set with `gaveUpAt` when no attempt ended it: an administrator cancelled it, or its address bounces. */
  endedAs: "cancelled" | "suppressed" | null;
  /** Until when a worker may be sending it. */
  claimedUntil: Millis | null;
};

export type MailTables = {
  emailTokens: EmailTokenRow;
  addressUndos: AddressUndoRow;
  outbox: OutboxRow;
};

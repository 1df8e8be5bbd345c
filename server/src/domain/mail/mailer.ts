import type { Millis } from "../../storage/db.ts";
import type { MailTransport } from "./mail-transport.ts";

/** One email to one recipient. */
export type OutgoingMail = Readonly<{
  /** The id of this attempt: the local part of the Message-ID. */
  id: string;
  at: Millis;
  to: string;
  /** Shown instead of the relay's own sender name, beside the same address. */
  senderName?: string | undefined;
  replyTo?: string | undefined;
  subject: string;
  text: string;
  html: string;
  /** The link in it, which the console prints. */
  link?: string | undefined;
}>;

/**
 * The result of sending an email. `refused`: the relay rejected it permanently, so a retry is useless. `failed`: any
 * other failure.
 */
export type MailOutcome = Readonly<
  { kind: "accepted"; answer: string } | { kind: "refused"; why: string } | { kind: "failed"; why: string }
>;

export type Mailer = Readonly<{
  /** Never throws. */
  send: (mail: OutgoingMail, transport: MailTransport) => Promise<MailOutcome>;
  /** Waits a few seconds for running deliveries, then aborts them. */
  close: () => Promise<void>;
}>;

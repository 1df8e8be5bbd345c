import type { Millis } from "../../storage/db.ts";
import type { MailTransport } from "./mail-transport.ts";

/** One mail to one recipient, as plain strings. */
export type OutgoingMail = Readonly<{
  /** Names this attempt: the left side of the Message-ID. */
  id: string;
  at: Millis;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The link in it, which the console prints. */
  link?: string | undefined;
}>;

/**
 * What became of a mail. `refused`: the recipient will never be accepted, so another attempt is
 * useless. `failed`: everything else that went wrong.
 */
export type MailOutcome = Readonly<
  { kind: "accepted"; answer: string } | { kind: "refused"; why: string } | { kind: "failed"; why: string }
>;

export type Mailer = Readonly<{
  /** Never throws. */
  send: (mail: OutgoingMail, transport: MailTransport) => Promise<MailOutcome>;
  /** Lets what is being sent finish for a few seconds, then ends it. */
  close: () => Promise<void>;
}>;

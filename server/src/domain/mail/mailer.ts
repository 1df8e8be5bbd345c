import type { Millis } from "../../storage/db.ts";
import type { DkimSigner } from "./dkim-signer.ts";
import type { MailTransport } from "./mail-transport.ts";

/** One email to one recipient. */
export type OutgoingMail = Readonly<{
  /** The id of this attempt: the local part of the Message-ID. */
  id: string;
  at: Millis;
  to: string;
  /** Shown instead of the relay's own sender name. */
  senderName?: string | undefined;
  /** Instead of the relay's own address. It is on the list of allowed senders. */
  senderAddress?: string | undefined;
  /** Signs the email. It is of the domain of the sender's address. */
  dkim?: DkimSigner | undefined;
  replyTo?: string | undefined;
  subject: string;
  text: string;
  html: string;
  /** The link in it, which the console prints. */
  link?: string | undefined;
  /** The code in it to type, which the console prints where no link carries it. */
  code?: string | undefined;
}>;

/**
 * The result of sending an email. `refused`: the relay rejected it permanently, so a retry is useless. `failed`: any
 * other failure.
 */
export type MailOutcome = Readonly<
  | { kind: "accepted"; answer: string }
  /** With the enhanced status of the reply, if it had one: `5.1.1`. */
  | { kind: "refused"; why: string; status?: string | undefined }
  | { kind: "failed"; why: string }
>;

export type Mailer = Readonly<{
  /** Never throws. */
  send: (mail: OutgoingMail, transport: MailTransport) => Promise<MailOutcome>;
  /** Waits a few seconds for running deliveries, then aborts them. */
  close: () => Promise<void>;
}>;

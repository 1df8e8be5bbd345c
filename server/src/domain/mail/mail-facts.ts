import type { NewCode } from "../codes/one-time-code.ts";

/** Details of one email: whether it has a link, its host, what a notice names (a sign-in method, or a time), the code. */
export type MailFacts = Readonly<{
  hasLink: boolean;
  host: string;
  detail: string | null;
  code?: NewCode | undefined;
  /** The name of a user whose address is verified. Others could have chosen any text for it. */
  name?: string | undefined;
}>;

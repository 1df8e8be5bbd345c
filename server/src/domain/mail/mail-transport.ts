export type SmtpSettings = Readonly<{
  host: string;
  port: number;
  username?: string | undefined;
  password?: string | undefined;
  /** `auth@example.com` or `Example <auth@example.com>`. */
  from: string;
  /** What projects may send as besides `from`: canonical addresses, and `@example.com` for a whole domain. */
  allowedSenders?: readonly string[] | undefined;
}>;

/** How mail leaves: through a relay, or onto the console where none is configured. */
export type MailTransport = Readonly<
  { source: "database" | "config"; smtp: SmtpSettings } | { source: "console" }
>;

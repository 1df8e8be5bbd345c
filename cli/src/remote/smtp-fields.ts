import type { SmtpSettingsJson } from "@svc/proto/svc/admin/v1/instance_pb";

const sources: Readonly<Record<string, string>> = {
  SMTP_SOURCE_DATABASE: "stored by svc instance smtp set",
  SMTP_SOURCE_CONFIG: "from the server's configuration",
  SMTP_SOURCE_CONSOLE: "none: emails are printed to the server's log",
};

/** The mail relay in effect, a line each. */
export function smtpFields(smtp: SmtpSettingsJson = {}): string[][] {
  const { source = "", host = "", port = 0, username = "", hasPassword = false, fromAddress = "" } = smtp;
  const { allowedSenders = [] } = smtp;
  const relay = [
    ["smtp host", `${host}:${port}`],
    ["smtp username", username],
    ["smtp password", hasPassword ? "stored" : "none"],
    ["smtp from", fromAddress],
    ["allowed senders", allowedSenders.length === 0 ? "only the one above" : allowedSenders.join(", ")],
  ];
  return [["smtp", sources[source] ?? source], ...(host === "" ? [] : relay)];
}

import type { MailOutcome, OutgoingMail } from "../domain/mail/mailer.ts";

/** Prints the recipient and the link or the code of an email, for development without a relay. */
export function printMail(mail: OutgoingMail, write: (text: string) => void): MailOutcome {
  const lines = [
    ["To", mail.to],
    ["Subject", mail.subject],
    ...(mail.link === undefined ? [] : [["Link", mail.link]]),
    ...(mail.link !== undefined || mail.code === undefined ? [] : [["Code", mail.code]]),
  ].map(([label, text]) => `  ${`${label}:`.padEnd(9)}${escapeControls(text ?? "")}\n`);
  write(`\nMail, not sent because no SMTP server is configured:\n${lines.join("")}\n`);
  return { kind: "accepted", answer: "printed on the console" };
}

function escapeControls(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

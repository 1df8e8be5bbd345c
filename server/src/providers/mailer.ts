import type { Mailer } from "../domain/mail/mailer.ts";
import { printMail } from "./console-mail.ts";
import { createSmtpSender, type SmtpTimeouts } from "./smtp.ts";

/** Sends through the relay if there is one, otherwise prints to the console. */
export function createMailer(
  baseUrl: string,
  write: (text: string) => void,
  timeouts?: SmtpTimeouts,
): Mailer {
  const smtp = createSmtpSender(baseUrl, timeouts);
  return {
    send: async (mail, transport) =>
      transport.source === "console" ? printMail(mail, write) : smtp.send(mail, transport.smtp),
    close: smtp.close,
  };
}

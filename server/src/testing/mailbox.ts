import type { Mailer, OutgoingMail } from "../domain/mail/mailer.ts";

export type CapturedMail = OutgoingMail & {
  /** The secret of its link; empty when it has none. */
  token: string;
};

/** Takes every mail and keeps it, as a relay that never fails. */
export function capturingMailer(mails: CapturedMail[]): Mailer {
  return {
    async send(mail) {
      mails.push({ ...mail, token: tokenOf(mail.link ?? "") });
      return { kind: "accepted", answer: "250 kept" };
    },
    close: async () => {},
  };
}

export function tokenOf(link: string): string {
  return URL.parse(link)?.searchParams.get("token") ?? "";
}

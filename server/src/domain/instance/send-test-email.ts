import type { App } from "../../app.ts";
import { requireEmail } from "../accounts/email.ts";
import { actedOutside, requireStillAllowed } from "../admins/rights-of-admin.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { senderOfInstance } from "../mail/mail-sender.ts";
import type { MailText } from "../mail/mail-text.ts";
import type { MailTransport } from "../mail/mail-transport.ts";
import type { MailOutcome } from "../mail/mailer.ts";
import { relayAnswer } from "../mail/relay-answer.ts";
import { forgetRelayFailures } from "../mail/relay-status.ts";
import { renderHtml } from "../mail/render-html.ts";
import { renderText } from "../mail/render-text.ts";
import { defaultTheme } from "../themes/theme.ts";
import { effectiveSmtp } from "./smtp-settings.ts";

const MAX_ANSWER = 1_000;

/** For administrators, who have the console in English. */
const mail: MailText = {
  language: "en",
  direction: "ltr",
  subject: "Test email from svc",
  preview: "Emails of this server arrive.",
  heading: "It works",
  body: ["An administrator of this svc server sent this email to see whether its emails arrive. They do."],
  button: "",
  validity: "",
  notYou: "There is nothing to do.",
  openLink: "",
  footer: { help: "", privacy: "", terms: "" },
};

export type TestResult = Readonly<{ accepted: boolean; answer: string; transport: MailTransport }>;

/** Sends at once, without the outbox, and returns the reply of the mail server. */
export async function sendTestEmail(
  app: Pick<App, "clock" | "configuredSmtp" | "db" | "mailer" | "newId" | "secretBox">,
  by: Actor,
  typedTo: string,
): Promise<TestResult> {
  const to = requireEmail(typedTo, "to");
  const transport = await effectiveSmtp(app);
  const theme = { ...defaultTheme, productName: "svc" };
  const { subject } = mail;
  const text = renderText(mail, theme, undefined);
  const html = renderHtml(mail, theme, undefined);
  const sender = await senderOfInstance(app, transport);
  await requireStillAllowed(app, by);
  const outcome = await app.mailer.send(
    { id: app.newId(), at: app.clock(), to, subject, text, html, ...sender },
    transport,
  );
  const accepted = outcome.kind === "accepted";
  const data = { to, source: transport.source, accepted };
  if (accepted) await forgetRelayFailures(app);
  await recordEvent(app, { kind: "admin.smtp_tested", projectId: null, by: actedOutside(by), data });
  return { accepted, answer: answerOf(outcome, transport, to), transport };
}

function answerOf(outcome: MailOutcome, transport: MailTransport, to: string): string {
  const reply = outcome.kind === "accepted" ? outcome.answer : outcome.why;
  return relayAnswer(reply, transport, to).slice(0, MAX_ANSWER);
}

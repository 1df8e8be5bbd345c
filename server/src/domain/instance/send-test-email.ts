import type { App } from "../../app.ts";
import { requireEmail } from "../accounts/email.ts";
import { actedOutside, requireStillAllowed } from "../admins/rights-of-admin.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import type { MailTransport } from "../mail/mail-transport.ts";
import type { MailWording } from "../mail/mail-wording.ts";
import type { MailOutcome } from "../mail/mailer.ts";
import { relayAnswer } from "../mail/relay-answer.ts";
import { forgetRelayFailures } from "../mail/relay-status.ts";
import { renderHtml } from "../mail/render-html.ts";
import { renderText } from "../mail/render-text.ts";
import { defaultTheme } from "../themes/theme.ts";
import { effectiveSmtp } from "./smtp-settings.ts";

const MAX_ANSWER = 1_000;

const wording: MailWording = {
  subject: "Test mail from svc",
  preview: "Mails of this server arrive.",
  heading: "It works",
  body: ["An administrator of this svc server sent this mail to find out whether its mails arrive. They do."],
  button: "",
  validity: "",
  notYou: "There is nothing to do.",
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
  const { subject } = wording;
  const text = renderText(wording, theme, undefined);
  const html = renderHtml(wording, theme, undefined);
  await requireStillAllowed(app, by);
  const outcome = await app.mailer.send(
    { id: app.newId(), at: app.clock(), to, subject, text, html },
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

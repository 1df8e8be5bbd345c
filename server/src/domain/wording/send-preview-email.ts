import type { App } from "../../app.ts";
import { invalidRequest } from "../../errors.ts";
import type { LanguageTag } from "../../wording/languages.ts";
import { actedOutside, requireStillAllowed } from "../admins/rights-of-admin.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { effectiveSmtp } from "../instance/smtp-settings.ts";
import { senderOfProject } from "../mail/mail-sender.ts";
import { relayAnswer } from "../mail/relay-answer.ts";
import type { RenderedMail } from "../mail/render-mail.ts";
import type { Project } from "../projects/project.ts";
import { themeOf } from "../themes/current-theme.ts";
import { type GivenTexts, requireTexts } from "./check-texts.ts";
import { previewedMails } from "./places.ts";
import { previewMail } from "./preview-mail.ts";
import { projectWording } from "./project-wording.ts";

const MAX_ANSWER = 1_000;
const NOTE = "This is a preview that you sent to yourself. Its link and its code do not work.";

type SendApp = Pick<
  App,
  "baseUrl" | "clock" | "configuredSmtp" | "db" | "log" | "mailer" | "newId" | "secretBox"
>;

/** Sends an email at once, without the outbox, to the administrator who calls and to nobody else. */
export async function sendPreviewEmail(
  app: SendApp,
  project: Project,
  admin: { email: string; by: Actor },
  { place, language, texts }: { place: string; language: LanguageTag; texts: GivenTexts },
): Promise<{ accepted: boolean; answer: string; to: string; printed: boolean }> {
  const mail = previewedMails.get(place);
  if (!mail) throw invalidRequest("place", `must be one of ${[...previewedMails.keys()].join(", ")}`);
  const drafts = await requireTexts(language, texts);
  const theme = await themeOf(app, project);
  const wording = await projectWording(app, project, theme, language, drafts);
  const rendered = marked(previewMail(app, project, mail, theme, wording));
  const transport = await effectiveSmtp(app);
  await requireStillAllowed(app, admin.by);
  const to = admin.email;
  const sender = await senderOfProject(app, transport, project, theme);
  const outcome = await app.mailer.send(
    { id: app.newId(), at: app.clock(), to, ...sender, ...rendered },
    transport,
  );
  const accepted = outcome.kind === "accepted";
  await recordEvent(app, {
    kind: "admin.wording_preview_sent",
    projectId: project.id,
    by: actedOutside(admin.by),
    data: { place, language, accepted },
  });
  const reply = outcome.kind === "accepted" ? outcome.answer : outcome.why;
  const answer = relayAnswer(reply, transport, to).slice(0, MAX_ANSWER);
  return { accepted, answer, to, printed: transport.source === "console" };
}

/** So that nobody takes it for an email about an account of theirs. */
function marked({ subject, text, html }: RenderedMail): RenderedMail {
  const note = `<p dir="ltr" lang="en" style="max-width:480px;margin:0 auto 16px;font-size:14px">${NOTE}</p>\n`;
  return {
    subject: `[Preview] ${subject}`,
    text: `${NOTE}\n\n${text}`,
    html: html.replace(/<body[^>]*>\n/, (body) => `${body}${note}`),
  };
}

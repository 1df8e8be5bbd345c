import type { App } from "../../app.ts";
import type { OutboxMail, User } from "../../storage/db.ts";
import { findUser } from "../../storage/users.ts";
import { type LanguageTag, languageTags, REFERENCE } from "../../wording/languages.ts";
import { chooseLanguage } from "../../wording/negotiate.ts";
import { wordingOf } from "../../wording/wording.ts";
import type { Project } from "../projects/project.ts";
import { themeOf } from "../themes/current-theme.ts";
import { defaultTheme } from "../themes/theme.ts";
import { projectWording } from "../wording/project-wording.ts";
import type { AddressedMail } from "./address-mail.ts";
import type { ProjectMailKind } from "./enqueue-mail.ts";
import { languageOfMail } from "./mail-language.ts";
import { type MailSender, senderOfInstance, senderOfProject } from "./mail-sender.ts";
import type { MailTransport } from "./mail-transport.ts";
import { type RenderedMail, renderMail } from "./render-mail.ts";

type SenderApp = Pick<App, "db" | "log" | "secretBox">;

export type ComposedMail = RenderedMail & Readonly<{ link: string | undefined; sender: MailSender }>;

/** Writes an email of a project in the language of its reader, with the sender that the project has. */
export async function composeMail(
  app: SenderApp,
  transport: MailTransport,
  project: Project,
  mail: OutboxMail,
  addressed: AddressedMail & { kind: ProjectMailKind },
): Promise<ComposedMail> {
  const user = addressed.userId === null ? undefined : await findUser(app.db, project.id, addressed.userId);
  // Without the theme's logo and font: an email loads nothing, so that opening it cannot be tracked.
  const theme = await themeOf(app, project);
  const language = languageOfMail(project, { ...mail, kind: addressed.kind }, user);
  const wording = await projectWording(app, project, theme, language);
  const link = linkIn(language, project, addressed.link);
  const { code } = addressed;
  const name = nameOf(user, addressed);
  return {
    ...renderMail(addressed.kind, theme, wording, { link, code, detail: mail.detail, name }),
    sender: await senderOfProject(app, transport, project, theme),
    link,
  };
}

/** Writes an email of the server itself. */
export async function composeInstanceMail(
  app: SenderApp,
  transport: MailTransport,
  mail: OutboxMail,
  addressed: AddressedMail,
): Promise<ComposedMail> {
  const wording = await wordingOf(chooseLanguage([mail.language ?? ""], languageTags) ?? REFERENCE);
  const { kind, link } = addressed;
  const theme = { ...defaultTheme, productName: "svc" };
  const sender = await senderOfInstance(app, transport);
  return { ...renderMail(kind, theme, wording, { link, detail: mail.detail }), sender, link };
}

/** Leads to a page in the language of the email. */
function linkIn(language: LanguageTag, { settings }: Project, link: string | undefined): string | undefined {
  return link === undefined || language === settings.defaultLanguage ? link : `${link}&lang=${language}`;
}

/** Only who has proven the address is called by a name: anybody else could have chosen it to send a text. */
function nameOf(user: User | undefined, { to }: AddressedMail): string | undefined {
  return user?.email === to && user.emailVerifiedAt !== null ? user.displayName : undefined;
}

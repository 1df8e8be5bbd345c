import type { Theme } from "../themes/theme.ts";
import type { MailText } from "./mail-text.ts";

/** For mail programs that show no HTML. The link has its own line, so that it is not broken. */
export function renderText(mail: MailText, theme: Theme, link?: string, code?: string): string {
  const blocks = [
    mail.heading,
    ...mail.body,
    ...(code === undefined ? [] : [readable(code), mail.validity]),
    ...(link === undefined ? [] : [`${mail.button}:\n${link}`]),
    ...(link === undefined || code !== undefined ? [] : [mail.validity]),
    mail.notYou,
    `-- \n${footerLines(mail, theme).join("\n")}`,
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** In two groups, as people read it out. */
export function readable(code: string): string {
  const half = Math.ceil(code.length / 2);
  return `${code.slice(0, half)} ${code.slice(half)}`;
}

function footerLines({ footer }: MailText, theme: Theme): string[] {
  return [
    theme.productName,
    theme.supportEmail && `${footer.help}: ${theme.supportEmail}`,
    theme.privacyUrl && `${footer.privacy}: ${theme.privacyUrl}`,
    theme.termsUrl && `${footer.terms}: ${theme.termsUrl}`,
    theme.footerText,
  ].filter((line) => line !== "");
}

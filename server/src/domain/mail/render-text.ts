import type { Theme } from "../themes/theme.ts";
import type { MailWording } from "./mail-wording.ts";

/** For mail programs that show no HTML. The link has its own line, so that it is not broken. */
export function renderText(wording: MailWording, theme: Theme, link: string | undefined): string {
  const blocks = [
    wording.heading,
    ...wording.body,
    ...(link === undefined ? [] : [`${wording.button}:\n${link}`, wording.validity]),
    wording.notYou,
    `-- \n${footerLines(theme).join("\n")}`,
  ];
  return `${blocks.join("\n\n")}\n`;
}

function footerLines(theme: Theme): string[] {
  return [
    theme.productName,
    theme.supportEmail && `Help: ${theme.supportEmail}`,
    theme.privacyUrl && `Privacy: ${theme.privacyUrl}`,
    theme.termsUrl && `Terms: ${theme.termsUrl}`,
    theme.footerText,
  ].filter((line) => line !== "");
}

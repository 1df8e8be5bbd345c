import type { Theme } from "../themes/theme.ts";
import type { MailWording } from "./mail-wording.ts";

/** For mail programs that show no HTML. The link has its own line, so that it is not broken. */
export function renderText(wording: MailWording, theme: Theme, link?: string, code?: string): string {
  const blocks = [
    wording.heading,
    ...wording.body,
    ...(code === undefined ? [] : [readable(code), wording.validity]),
    ...(link === undefined ? [] : [`${wording.button}:\n${link}`]),
    ...(link === undefined || code !== undefined ? [] : [wording.validity]),
    wording.notYou,
    `-- \n${footerLines(theme).join("\n")}`,
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** In two groups, as people read it out. */
export function readable(code: string): string {
  const half = Math.ceil(code.length / 2);
  return `${code.slice(0, half)} ${code.slice(half)}`;
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

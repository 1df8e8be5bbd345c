import type { Theme, ThemeColors } from "../themes/theme.ts";
import type { MailText } from "./mail-text.ts";
import { readable } from "./render-text.ts";

/** The document loads nothing from the network: no image, no font, no script, no tracking. */
export function renderHtml(mail: MailText, theme: Theme, link?: string, code?: string): string {
  const { colors } = theme;
  const cardStyle = `max-width:480px;margin:0 auto;padding:32px 28px;background:${colors.surface};border-radius:${theme.cornerRadius}px`;
  const pageStyle = `margin:0;padding:32px 12px;background:${colors.background};color:${colors.text};font:16px/1.5 ${fontStack(theme)};-webkit-text-size-adjust:100%;word-wrap:break-word;overflow-wrap:break-word`;
  return `<!doctype html>
<html lang="${mail.language}" dir="${mail.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${theme.darkColors ? "light dark" : "light"}">
<meta name="supported-color-schemes" content="${theme.darkColors ? "light dark" : "light"}">
${code === undefined ? "" : NOT_A_TELEPHONE_NUMBER}<title>${escapeHtml(mail.subject)}</title>
${styleBlock(theme)}</head>
<body class="page" dir="${mail.direction}" style="${pageStyle}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(mail.preview)}${code === undefined ? "" : PREVIEW_ENDS}</div>
<div class="card" role="article" lang="${mail.language}" dir="${mail.direction}" aria-label="${escapeHtml(mail.subject)}" style="${cardStyle}">
${paragraph(colors, theme.productName)}
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(mail.heading)}</h1>
${mail.body.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`).join("\n")}
${code === undefined ? "" : codeBlock(mail, theme, code)}${link === undefined ? "" : linkBlock(mail, theme, link, code !== undefined)}${paragraph(colors, mail.notYou)}
</div>
<div class="muted" style="max-width:480px;margin:24px auto 0;text-align:center;font-size:13px;color:${colors.mutedText}">
${footer(mail, theme)}
</div>
</body>
</html>
`;
}

/** Phones turn eight digits into a link that calls them. */
const NOT_A_TELEPHONE_NUMBER = '<meta name="format-detection" content="telephone=no">\n';

/** Mail programs fill the preview with the text that follows. A lock screen must not show the code. */
const PREVIEW_ENDS = "&#847;&zwnj;&nbsp;".repeat(150);

/** Who cannot open the link of a code types the code. */
function linkBlock(mail: MailText, theme: Theme, link: string, hasCode: boolean): string {
  const { colors } = theme;
  const href = escapeHtml(link);
  const [background, color, name] = mail.isDangerous
    ? [colors.error, colors.surface, "button danger"]
    : [colors.primary, colors.onPrimary, "button"];
  const buttonStyle = `display:inline-block;padding:12px 24px;background:${background};color:${color};border-radius:${theme.cornerRadius}px;font-weight:600;text-decoration:none`;
  const button = `<p style="margin:24px 0"><a class="${name}" href="${href}" style="${buttonStyle}">${escapeHtml(mail.button)}</a></p>\n`;
  if (hasCode) return button;
  return `${button}${paragraph(colors, mail.validity)}
<p class="muted" style="margin:0 0 16px;font-size:14px;color:${colors.mutedText}">${escapeHtml(mail.openLink)}<br><a class="link" dir="ltr" href="${href}" style="color:${colors.text};word-break:break-all">${href}</a></p>
`;
}

function codeBlock(mail: MailText, { colors }: Theme, code: string): string {
  const style =
    "margin:24px 0;font-size:32px;line-height:1.2;font-weight:600;letter-spacing:2px;white-space:nowrap;font-family:ui-monospace,Menlo,Consolas,monospace";
  return `<p style="${style}"><span dir="ltr">${readable(code)}</span></p>\n${paragraph(colors, mail.validity)}\n`;
}

function paragraph(colors: ThemeColors, text: string): string {
  return `<p class="muted" style="margin:0 0 16px;font-size:14px;color:${colors.mutedText}">${escapeHtml(text)}</p>`;
}

function footer({ footer: labels }: MailText, theme: Theme): string {
  const link = (href: string, label: string): string =>
    `<a class="link" href="${escapeHtml(href)}" style="color:${theme.colors.text}">${escapeHtml(label)}</a>`;
  const links = [
    theme.supportEmail && link(`mailto:${theme.supportEmail}`, theme.supportEmail),
    theme.privacyUrl && link(theme.privacyUrl, labels.privacy),
    theme.termsUrl && link(theme.termsUrl, labels.terms),
  ].filter((part) => part !== "");
  return [escapeHtml(theme.productName), links.join(" · "), escapeHtml(theme.footerText)]
    .filter((line) => line !== "")
    .join("<br>\n");
}

/** For mail programs that support dark mode. Others use the inline light colours. */
function styleBlock({ darkColors: dark }: Theme): string {
  if (!dark) return "";
  return `<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
.page { background: ${dark.background} !important; color: ${dark.text} !important; }
.card { background: ${dark.surface} !important; }
.muted { color: ${dark.mutedText} !important; }
.link { color: ${dark.text} !important; }
.button { background: ${dark.primary} !important; color: ${dark.onPrimary} !important; }
.danger { background: ${dark.error} !important; color: ${dark.surface} !important; }
}
</style>
`;
}

function fontStack({ fontFamily }: Theme): string {
  const system = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
  return fontFamily === "" ? system : `'${fontFamily}',${system}`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}

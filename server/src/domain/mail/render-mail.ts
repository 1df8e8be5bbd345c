import { oneLine } from "../../wording/one-line.ts";
import type { Wording } from "../../wording/wording.ts";
import { canonicalEmail } from "../accounts/email.ts";
import type { NewCode } from "../codes/one-time-code.ts";
import { defaultTheme, type Theme, type ThemeColors } from "../themes/theme.ts";
import type { MailKind } from "./enqueue-mail.ts";
import { mailText } from "./mail-wording.ts";
import { renderHtml } from "./render-html.ts";
import { renderText } from "./render-text.ts";

export type RenderedMail = Readonly<{ subject: string; text: string; html: string }>;

/** What one email says besides its sentences. */
export type MailContent = Readonly<{
  link?: string | undefined;
  code?: NewCode | undefined;
  detail?: string | null;
  /** The name of a user whose address is verified. */
  name?: string | undefined;
}>;

/**
 * Renders an email as text and HTML in the project's theme. It contains nothing that somebody chose who has not proven
 * the address: otherwise an attacker could sign up with somebody's address to send them any text.
 */
export function renderMail(
  kind: MailKind,
  theme: Theme,
  wording: Wording,
  { link, code, detail = null, name }: MailContent,
): RenderedMail {
  const safe = safeTheme(theme);
  const host = (link && URL.parse(link)?.host) || "svc";
  const text = mailText(kind, safe, wording, { hasLink: link !== undefined, host, detail, code, name });
  return {
    subject: text.subject,
    text: renderText(text, safe, link, code?.code),
    html: renderHtml(text, safe, link, code?.code),
  };
}

/** Who an email of a project is from, and where answers go: relays have one address for all projects. */
export function senderIn(theme: Theme): { senderName: string; replyTo?: string } {
  const { productName, supportEmail } = safeTheme(theme);
  return { senderName: productName, ...(supportEmail !== "" && { replyTo: supportEmail }) };
}

/** Replaces invalid colours, sizes and URLs of a theme. */
function safeTheme(theme: Theme): Theme {
  return {
    ...theme,
    colors: safeColors(theme.colors, defaultTheme.colors),
    darkColors: theme.darkColors && safeColors(theme.darkColors, defaultTheme.darkColors ?? theme.colors),
    cornerRadius: Math.min(32, Math.max(0, Math.trunc(theme.cornerRadius) || 0)),
    fontFamily: /^[\w -]*$/.test(theme.fontFamily) ? theme.fontFamily : "",
    productName: oneLine(theme.productName),
    supportEmail: canonicalEmail(theme.supportEmail) ?? "",
    privacyUrl: webUrl(theme.privacyUrl),
    termsUrl: webUrl(theme.termsUrl),
    footerText: oneLine(theme.footerText),
  };
}

function safeColors(colors: ThemeColors, fallback: ThemeColors): ThemeColors {
  const safe = Object.entries(fallback).map(([name, color]) => {
    const own = colors[name as keyof ThemeColors];
    return [name, /^#[0-9a-f]{6}$/i.test(own) ? own : color];
  });
  return Object.fromEntries(safe) as ThemeColors;
}

function webUrl(text: string): string {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : "";
}

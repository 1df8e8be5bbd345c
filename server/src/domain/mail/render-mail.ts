import { canonicalEmail } from "../accounts/email.ts";
import type { NewCode } from "../codes/one-time-code.ts";
import { defaultTheme, type Theme, type ThemeColors } from "../themes/theme.ts";
import type { MailKind } from "./enqueue-mail.ts";
import { mailWording, oneLine } from "./mail-wording.ts";
import { renderHtml } from "./render-html.ts";
import { renderText } from "./render-text.ts";

export type RenderedMail = Readonly<{ subject: string; text: string; html: string }>;

/**
 * Renders an email as text and HTML in the project's theme. It contains nothing that a user chose: otherwise an attacker
 * could sign up with somebody's address to send them any text.
 */
export function renderMail(
  kind: MailKind,
  theme: Theme,
  {
    link,
    code,
    detail = null,
  }: { link?: string | undefined; code?: NewCode | undefined; detail?: string | null },
): RenderedMail {
  const safe = safeTheme(theme);
  const host = (link && URL.parse(link)?.host) || "this server";
  const wording = mailWording(kind, safe, { hasLink: link !== undefined, host, detail, code });
  return {
    subject: wording.subject,
    text: renderText(wording, safe, link, code?.code),
    html: renderHtml(wording, safe, link, code?.code),
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

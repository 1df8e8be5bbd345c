import { hash } from "node:crypto";

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "x-robots-tag": "noindex, nofollow",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy":
    "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), publickey-credentials-get=(), usb=()",
};

/** The headers of a page with this style sheet, and with this script if it has one. */
export function pageHeaders(style: string, script?: string): Readonly<Record<string, string>> {
  return { ...HEADERS, "content-security-policy": contentSecurityPolicy(style, script) };
}

/**
 * No external resources, no framing; the one style sheet is allowed by its hash. So is the one script: it may call
 * this server, and no text becomes markup or code through it.
 */
function contentSecurityPolicy(style: string, script: string | undefined): string {
  return [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    ...(script === undefined
      ? []
      : [
          `script-src '${hashOf(script)}'`,
          "connect-src 'self'",
          "require-trusted-types-for 'script'",
          "trusted-types 'none'",
        ]),
    "img-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join("; ");
}

function hashOf(text: string): string {
  return `sha256-${hash("sha256", text, "base64")}`;
}

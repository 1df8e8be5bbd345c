import { canonicalSender } from "../../domain/mail/allowed-senders.ts";
import { BadValue } from "../bad-value.ts";
import type { Key } from "../key.ts";
import { optional, type Parser, parseList, parsePort, parseText } from "../parsers.ts";

const parseSender: Parser<string> = (raw) => {
  const sender = parseText(raw);
  if (/^([^<>]*<)?[^\s@<>]+@[^\s@<>]+>?$/.test(sender)) return sender;
  throw new BadValue("is not a sender", 'write auth@example.com or "Example <auth@example.com>"');
};

function checkAllowedSender(text: string): string {
  const sender = canonicalSender(text);
  if (sender !== undefined) return sender;
  throw new BadValue(
    `has ${JSON.stringify(text)} in it, which is neither an address nor @ and a domain`,
    "write addresses and domains such as no-reply@example.com,@example.org",
  );
}

export const mailKeys = {
  smtpHost: {
    toml: "smtp.host",
    env: "SVC_SMTP_HOST",
    fallback: "",
    about: "SMTP host; without it emails are written to the log",
    parse: optional(parseText),
  },
  smtpPort: {
    toml: "smtp.port",
    env: "SVC_SMTP_PORT",
    fallback: "587",
    about: "SMTP port",
    parse: parsePort,
  },
  smtpUsername: {
    toml: "smtp.username",
    env: "SVC_SMTP_USERNAME",
    fallback: "",
    about: "SMTP user name",
    parse: optional(parseText),
  },
  smtpPassword: {
    toml: "smtp.password",
    env: "SVC_SMTP_PASSWORD",
    fallback: "",
    secret: true,
    about: "SMTP password",
    parse: optional(parseText),
  },
  smtpFrom: {
    toml: "smtp.from",
    env: "SVC_SMTP_FROM",
    fallback: "",
    about: "sender of all emails; required with an SMTP host",
    parse: optional(parseSender),
  },
  smtpAllowedSenders: {
    toml: "smtp.allowed_senders",
    env: "SVC_SMTP_ALLOWED_SENDERS",
    fallback: "",
    about: "addresses, and @domain for all of a domain, that projects may send as besides smtp.from",
    parse: parseList(checkAllowedSender),
  },
} as const satisfies Record<string, Key>;

import { isIP } from "node:net";
import type { Transporter } from "nodemailer";
import type { DkimSigner } from "../domain/mail/dkim-signer.ts";
import type { SmtpSettings } from "../domain/mail/mail-transport.ts";
import type { MailOutcome, OutgoingMail } from "../domain/mail/mailer.ts";

export type SmtpSender = Readonly<{
  send: (mail: OutgoingMail, settings: SmtpSettings) => Promise<MailOutcome>;
  close: () => Promise<void>;
}>;

export type SmtpTimeouts = Readonly<{
  connectionMs: number;
  greetingMs: number;
  socketMs: number;
  mailMs: number;
}>;

/** `mailMs` limits the whole attempt, because a relay that sends one byte per second never reaches the other limits. */
const TIMEOUTS: SmtpTimeouts = { connectionMs: 10_000, greetingMs: 10_000, socketMs: 30_000, mailMs: 60_000 };
const CONNECTIONS = 3;
/** Relays drop idle connections after some minutes, so we close ours earlier. */
const IDLE_MS = 15_000;
const CLOSE_AFTER_MS = 5_000;

/** Reuses connections while the settings stay the same. */
export function createSmtpSender(baseUrl: string, timeouts: SmtpTimeouts = TIMEOUTS): SmtpSender {
  const { hostname } = new URL(baseUrl);
  let pool: { key: string; transport: Transporter } | undefined;
  const sending = new Set<Promise<MailOutcome>>();
  let isClosed = false;

  async function transportFor(settings: SmtpSettings): Promise<Transporter> {
    const { allowedSenders: _, ...relay } = settings;
    const key = JSON.stringify(relay);
    if (pool?.key === key) return pool.transport;
    const { createTransport } = await import("nodemailer"); // loaded on first use, because it is slow
    if (pool?.key === key) return pool.transport;
    pool?.transport.close(); // running deliveries may finish
    pool = { key, transport: createTransport(poolOptions(settings, hostname, timeouts)) };
    return pool.transport;
  }

  function drop(transport: Transporter): void {
    if (pool?.transport === transport) pool = undefined;
    transport.close({ force: true });
  }

  async function send(mail: OutgoingMail, settings: SmtpSettings): Promise<MailOutcome> {
    if (isClosed) return { kind: "failed", why: "the server is stopping" };
    if (!isOneAddress(mail.to)) return { kind: "refused", why: "the recipient is not one plain address" };
    const transport = await transportFor(settings);
    const timer = setTimeout(() => drop(transport), timeouts.mailMs);
    try {
      const info = await transport.sendMail(message(mail, settings, hostname));
      return { kind: "accepted", answer: info.response ?? "" };
    } catch (error) {
      return outcomeOf(error);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async send(mail, settings) {
      const outcome = send(mail, settings);
      sending.add(outcome);
      return outcome.finally(() => sending.delete(outcome));
    },

    async close() {
      isClosed = true;
      const impatience = setTimeout(() => pool && drop(pool.transport), CLOSE_AFTER_MS);
      await Promise.allSettled(sending);
      clearTimeout(impatience);
      if (pool) drop(pool.transport);
    },
  };
}

function poolOptions(settings: SmtpSettings, hostname: string, timeouts: SmtpTimeouts) {
  const { host, port, username, password } = settings;
  const isImplicit = port === 465;
  // Without credentials TLS is opportunistic, and the certificate is not checked: an attacker who could present a
  // wrong one could also suppress STARTTLS, so the check would only exclude private relays.
  const mustBeTrusted = !isLoopback(host) && (isImplicit || username !== undefined);
  return {
    pool: true as const,
    host,
    port,
    secure: isImplicit,
    requireTLS: mustBeTrusted && !isImplicit,
    tls: { rejectUnauthorized: mustBeTrusted },
    ...(username === undefined ? {} : { auth: { user: username, pass: password ?? "" } }),
    // The name in EHLO, which should be a public host name.
    ...(hostname.includes(".") && isIP(hostname) === 0 ? { name: hostname } : {}),
    maxConnections: CONNECTIONS,
    maxRequeues: 0, // a lost connection may have delivered the email, so the outbox decides about the next attempt
    idleTimeout: IDLE_MS,
    connectionTimeout: timeouts.connectionMs,
    dnsTimeout: timeouts.connectionMs,
    greetingTimeout: timeouts.greetingMs,
    socketTimeout: timeouts.socketMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Contains only strings and one address object, so that nodemailer parses, opens and fetches nothing. */
function message(mail: OutgoingMail, settings: SmtpSettings, hostname: string) {
  const relay = senderOf(settings.from);
  const from = {
    name: asItIs(oneLine(mail.senderName ?? "")) || relay.name,
    address: mail.senderAddress ?? relay.address,
  };
  return {
    from,
    ...(mail.replyTo && { replyTo: { name: "", address: oneLine(mail.replyTo) } }),
    to: { name: "", address: mail.to },
    envelope: { from: from.address, to: [mail.to] },
    subject: asItIs(oneLine(mail.subject)),
    text: mail.text,
    html: mail.html,
    textEncoding: "quoted-printable" as const,
    encoding: "quoted-printable" as const,
    messageId: `<${mail.id.replace(/[^\w.-]/g, "")}@${hostname}>`,
    date: new Date(mail.at),
    headers: { "Auto-Submitted": "auto-generated" },
    ...(mail.dkim && { dkim: signature(mail.dkim) }),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Every header that a reader sees or a mailbox acts on is signed. */
const SIGNED =
  "From:Reply-To:To:Subject:Date:Message-ID:MIME-Version:Content-Type:Content-Transfer-Encoding:Auto-Submitted";

function signature({ domain, selector, privateKey }: DkimSigner) {
  return { domainName: domain, keySelector: selector, privateKey, headerFieldNames: SIGNED };
}

function senderOf(from: string): { name: string; address: string } {
  const [, name = "", address = from] = /^([^<>]*)<([^<>]*)>$/.exec(from) ?? [];
  return { name: oneLine(name).replace(/^"(.*)"$/, "$1"), address: oneLine(address) };
}

function outcomeOf(error: unknown): MailOutcome {
  const {
    message,
    command,
    permanent,
    response = "",
  } = error as {
    message: string;
    command?: string;
    permanent?: boolean;
    response?: string;
  };
  // 530 and 5.7.x are about our account (sign in first, no relaying). The operator can fix that, so the email is retried.
  const isAboutUs = /^530|^5\d\d[ -]5\.7\./.test(response);
  const isRefused = command === "RCPT TO" && permanent === true && !isAboutUs;
  return isRefused
    ? { kind: "refused", why: response || message, status: enhancedStatus(response) }
    : { kind: "failed", why: message };
}

/** The enhanced status that follows the code of a reply: `550 5.1.1 no such user`. Elsewhere in the text it is no status. */
function enhancedStatus(reply: string): string | undefined {
  return /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(reply)?.[1];
}

function isOneAddress(text: string): boolean {
  return /^[^\s@<>()[\],;:"\\\p{Cc}]+@[a-z0-9.-]+$/iu.test(text);
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}

/** Text that looks like an encoded word (RFC 2047) would be shown decoded: with an address, or with line breaks. */
function asItIs(text: string): string {
  return text.replaceAll("=?", "= ?");
}

import type { MailTransport } from "./mail-transport.ts";
import { oneLine } from "./mail-wording.ts";

/** Also matches ids of messages, which look like addresses. */
const ADDRESS = /[^\s<>()[\]"',;:]+@[^\s<>()[\]"',;:]+/gu;

/** Relays repeat the recipient, and the answer outlives the email. */
export function withoutAddresses(reply: string): string {
  return reply.replace(ADDRESS, "…@…");
}

/** A relay's reply on one line, without the password if the reply repeats it in plain text or in base64. */
export function relayAnswer(reply: string, transport: MailTransport): string {
  const { username = "", password = "" } = transport.source === "console" ? {} : transport.smtp;
  if (password === "") return oneLine(reply);
  const sent = [password, `\0${username}\0${password}`].map((text) => Buffer.from(text).toString("base64"));
  return [...sent, password].reduce((text, secret) => text.replaceAll(secret, "…"), oneLine(reply));
}

import type { MailTransport } from "./mail-transport.ts";
import { oneLine } from "./mail-wording.ts";

/** What a relay said, on one line, without the password if it repeats that: as it is, and as it was sent. */
export function relayAnswer(said: string, transport: MailTransport): string {
  const { username = "", password = "" } = transport.source === "console" ? {} : transport.smtp;
  if (password === "") return oneLine(said);
  const sent = [password, `\0${username}\0${password}`].map((text) => Buffer.from(text).toString("base64"));
  return [...sent, password].reduce((text, secret) => text.replaceAll(secret, "…"), oneLine(said));
}

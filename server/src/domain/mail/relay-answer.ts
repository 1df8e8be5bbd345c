import { oneLine } from "../../wording/one-line.ts";
import type { MailTransport } from "./mail-transport.ts";
import { maskAddresses } from "./mask-addresses.ts";

/**
 * A relay's reply on one line, with addresses masked, and without the password if the reply repeats it in plain text or
 * in base64.
 */
export function relayAnswer(reply: string, transport: MailTransport, recipient: string): string {
  const { username = "", password = "" } = transport.source === "console" ? {} : transport.smtp;
  const sent = [password, `\0${username}\0${password}`].map((text) => Buffer.from(text).toString("base64"));
  const secrets = password === "" ? [] : [...sent, password];
  const said = secrets.reduce((text, secret) => text.replaceAll(secret, "…"), oneLine(reply));
  return maskAddresses(said, recipient);
}

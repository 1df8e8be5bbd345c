import type { App } from "../../app.ts";
import type { ProjectSettings } from "../projects/settings.ts";
import type { Theme } from "../themes/theme.ts";
import { addressIn, domainOf, isAllowedSender } from "./allowed-senders.ts";
import { findDkimSigner } from "./dkim-keys.ts";
import type { MailTransport } from "./mail-transport.ts";
import type { OutgoingMail } from "./mailer.ts";
import { senderIn } from "./render-mail.ts";
import { safeSenderName } from "./sender-name.ts";

export type MailSender = Pick<OutgoingMail, "senderName" | "senderAddress" | "replyTo" | "dkim">;

/**
 * Who an email of a project is from. An address that was removed from the list of allowed senders since it was saved is
 * not used: the email leaves from the relay's own address, as that of a project without a sender does. Holding it back
 * would lock out users who wait for a link or a code, and sending it would let a project keep a name that the operator
 * took away.
 */
export async function senderOfProject(
  app: Pick<App, "db" | "log" | "secretBox">,
  transport: MailTransport,
  project: { id: string; settings: Pick<ProjectSettings, "sender"> },
  theme: Theme,
): Promise<MailSender> {
  const { sender } = project.settings;
  const defaults = senderIn(theme);
  const replyTo = sender.replyTo || defaults.replyTo;
  const named = {
    senderName: safeSenderName(sender.name || defaults.senderName),
    ...(replyTo && { replyTo }),
  };
  if (transport.source === "console") return named;
  const isOwn = sender.address !== "" && isAllowedSender(sender.address, transport.smtp);
  if (sender.address !== "" && !isOwn) {
    const facts = { project: project.id, sender: sender.address };
    app.log("warn", "the project's sender is not allowed; the mail relay's own address is used", facts);
  }
  const own = isOwn ? { senderAddress: sender.address } : {};
  return { ...named, ...own, ...(await signedBy(app, transport, own.senderAddress)) };
}

/** Who an email of the instance is from: the relay's own sender. */
export function senderOfInstance(
  app: Pick<App, "db" | "secretBox">,
  transport: MailTransport,
): Promise<MailSender> {
  return signedBy(app, transport);
}

/** The signature is of the domain in From, because verifiers compare the two (alignment, RFC 7489). */
async function signedBy(
  app: Pick<App, "db" | "secretBox">,
  transport: MailTransport,
  senderAddress?: string,
): Promise<Pick<MailSender, "dkim">> {
  if (transport.source === "console") return {};
  const dkim = await findDkimSigner(app, domainOf(senderAddress ?? addressIn(transport.smtp.from)));
  return dkim ? { dkim } : {};
}

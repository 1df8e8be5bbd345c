import type { SetSmtpRequestJson, SmtpSettingsJson } from "@svc/proto/svc/admin/v1/instance_pb";
import { type CommandContext, givenText, numberFlag, optionalText, textFlag } from "../command.ts";
import { usageFailure } from "../failure.ts";
import { canAsk, readHidden, readSecretFlag } from "../prompt.ts";
import { type Call, remoteClient } from "./client.ts";
import { smtpFields } from "./smtp-fields.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const call = remoteClient(context);
  const given = (await readSecretFlag(flags, "password")) ?? "";
  const { stored, etag } = await currentRelay(call);
  const host = textFlag(flags, "host").trim();
  const isSameHost = stored?.host?.toLowerCase() === host.toLowerCase();
  const keepsName = flags.username === undefined && isSameHost;
  const username = keepsName ? (stored.username ?? "") : optionalText(flags, "username");
  const mustAsk = given === "" && username !== "" && stored?.hasPassword === true && !isSameHost;
  const answer = await call("InstanceSettingsService", "setSmtp", {
    host,
    port: numberFlag(flags, "port"),
    username,
    password: mustAsk ? await askPassword(context, { host, of: stored.host ?? "" }) : given,
    fromAddress: textFlag(flags, "from"),
    ...allowedSenders(givenText(flags, "allowSender")),
    etag,
  });
  if (output.json) return output.printJson(answer);
  output.printFields(smtpFields(answer.smtp));
  output.say("saved; to test it: svc instance smtp test --to <address>");
}

/** The relay that the database holds, whose password may stay, and the version of the one in effect. */
async function currentRelay(call: Call): Promise<{ stored: SmtpSettingsJson | undefined; etag: string }> {
  const { smtp } = await call("InstanceSettingsService", "getInstance", {});
  return { stored: smtp?.source === "SMTP_SOURCE_DATABASE" ? smtp : undefined, etag: smtp?.etag ?? "" };
}

/** Nothing typed keeps the list. */
function allowedSenders(typed: string): Pick<SetSmtpRequestJson, "allowedSenders"> {
  if (typed === "") return {};
  return { allowedSenders: { senders: typed === "none" ? [] : typed.split(",") } };
}

/** A stored password goes to the host it was stored for, never to another one. */
async function askPassword(
  { output }: Pick<CommandContext, "output">,
  { host, of }: { host: string; of: string },
): Promise<string> {
  const why = `the stored password is for ${of} and is not sent to another host`;
  if (output.json || !canAsk()) throw usageFailure(why, "give the new one with --password -");
  output.say(why);
  const typed = await readHidden(`Password at ${host}: `);
  if (typed === "")
    throw usageFailure("the password is empty", "omit --username if the server needs no password");
  return typed;
}

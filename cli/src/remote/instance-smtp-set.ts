import type { SmtpSettingsJson } from "@svc/proto/svc/admin/v1/instance_pb";
import { type CommandContext, numberFlag, optionalText, textFlag } from "../command.ts";
import { usageFailure } from "../failure.ts";
import { canAsk, readHidden, readSecretFlag } from "../prompt.ts";
import { type Call, remoteClient } from "./client.ts";
import { smtpFields } from "./smtp-fields.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const call = remoteClient(context);
  const given = (await readSecretFlag(flags, "password")) ?? "";
  const stored = await storedRelay(call);
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
  });
  if (output.json) return output.printJson(answer);
  output.printFields(smtpFields(answer.smtp));
  output.say("saved; to test it: svc instance smtp test --to <address>");
}

/** The relay that the database holds, whose password may stay. */
async function storedRelay(call: Call): Promise<SmtpSettingsJson | undefined> {
  const { smtp } = await call("InstanceSettingsService", "getInstance", {});
  return smtp?.source === "SMTP_SOURCE_DATABASE" ? smtp : undefined;
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

import { type CommandContext, textFlag } from "../command.ts";
import { usageFailure } from "../failure.ts";
import type { Output } from "../output.ts";
import { readPassword } from "./read-password.ts";
import { withLocalApp } from "./with-local-app.ts";

const comfortableLength = 12;

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const { requireEmail, checkAdminPassword, createAdmin } = await import("@svc/server/admins");
  const email = requireEmail(textFlag(flags, "email"));
  const { password, isGenerated } = await readPassword(flags);
  if (password === "")
    throw usageFailure("the password is empty", "leave --password out to get a generated one");
  checkAdminPassword(password);

  const revokeTokens = flags.revokeTokens === true;
  const { admin, created, removedPasskeys, removedTotp, revokedTokens } = await withLocalApp(
    context,
    { mayCreate: true },
    (app) => createAdmin(app, { email, password, revokeTokens }),
  );

  output.say(
    created ? `created administrator ${admin.email}` : `set a new password for administrator ${admin.email}`,
  );
  if (removedPasskeys > 0) output.say(`removed passkeys: ${removedPasskeys}`);
  if (removedTotp) output.say("removed the authenticator app and the recovery codes");
  if (revokeTokens) output.say(`revoked personal access tokens: ${revokedTokens}`);
  const ended = {
    ...(removedPasskeys > 0 && { removedPasskeys }),
    ...(removedTotp && { removedTotp }),
    ...(revokeTokens && { revokedTokens }),
  };
  if (output.json) output.printJson({ ...admin, created, ...ended, ...(isGenerated && { password }) });
  else if (isGenerated) output.print(password);
  if (isGenerated) output.say("save this password now; it is not shown again");
  else await warnAboutPassword(password, output);
}

async function warnAboutPassword(password: string, output: Output): Promise<void> {
  const { isCommonPassword } = await import("@svc/server/admins");
  if (await isCommonPassword(password)) output.warn("this password is very common and easy to guess");
  else if ([...password].length < comfortableLength) {
    output.warn(`this password is short; ${comfortableLength} characters or more are safer`);
  }
}

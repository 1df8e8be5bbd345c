import type { UpdateUserRequestJson } from "@svc/proto/svc/admin/v1/users_pb";
import { argument, type CommandContext, type Flags, givenText } from "../command.ts";
import { usageFailure } from "../failure.ts";
import { readSecretFlag } from "../prompt.ts";
import { remoteClient } from "./client.ts";
import { eitherFlag } from "./either-flag.ts";
import { findUser, namedUser } from "./find-user.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const changes = await readChanges(flags);
  if (Object.keys(changes).length === 0) {
    const hint =
      "--email, --display-name, --avatar-url, --locale, --verified, --unverified and --password change it";
    throw usageFailure("nothing to change", hint);
  }
  const etag = givenText(flags, "etag");
  const call = remoteClient(context);
  const found = await findUser(call, namedUser(context));
  const answer = await call("UserService", "updateUser", { ...found, ...changes, etag });
  if (output.json) return output.printJson(answer);
  const ended = changes.password === undefined ? "" : "; the new password ended every session";
  output.say(`changed user ${argument(context, 0)}${ended}`);
}

/** Only what is given: a field that is absent stays as it is. */
async function readChanges(flags: Flags): Promise<UpdateUserRequestJson> {
  const { email, displayName, avatarUrl, locale } = flags;
  const emailVerified = eitherFlag(flags, ["verified", "--verified"], ["unverified", "--unverified"]);
  const password = await readSecretFlag(flags, "password");
  return {
    ...(email !== undefined && { email: String(email) }),
    ...(displayName !== undefined && { displayName: String(displayName) }),
    ...(avatarUrl !== undefined && { avatarUrl: String(avatarUrl) }),
    ...(locale !== undefined && { locale: String(locale) }),
    ...(emailVerified !== undefined && { emailVerified }),
    ...(password !== undefined && { password }),
  };
}

import { argument, type CommandContext, optionalText } from "../command.ts";
import { remoteClient } from "./client.ts";
import { findUser, namedUser } from "./find-user.ts";
import { givenTime } from "./given-time.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const entitlementId = argument(context, 1);
  const expiresAt = givenTime(flags, "expiresAt");
  const call = remoteClient(context);
  const found = await findUser(call, namedUser(context));
  const answer = await call("BillingService", "grantEntitlement", {
    ...found,
    entitlementId,
    ...(expiresAt !== undefined && { expiresAt }),
    reason: optionalText(flags, "reason"),
  });
  if (output.json) return output.printJson(answer);
  output.print(answer.grant?.id ?? "");
  const until = expiresAt === undefined ? "without expiry" : `until ${expiresAt}`;
  output.say(`granted ${argument(context, 0)} ${entitlementId} ${until}`);
}

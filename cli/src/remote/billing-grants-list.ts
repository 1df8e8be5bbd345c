import { argument, type CommandContext } from "../command.ts";
import { remoteClient } from "./client.ts";
import { findUser, namedUser } from "./find-user.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const call = remoteClient(context);
  const found = await findUser(call, namedUser(context));
  const { grants = [] } = await call("BillingService", "getUserEntitlements", found);
  if (output.json) return output.printJson({ grants });
  if (grants.length === 0) return output.say(`user ${argument(context, 0)} has no grants`);
  output.printTable(
    ["ID", "ENTITLEMENT", "UNTIL", "REASON", "GRANTED BY", "GRANTED"],
    grants.map((grant) => [
      grant.id ?? "",
      grant.entitlementId ?? "",
      grant.expiresAt ?? "never ends",
      grant.reason ?? "",
      grant.grantedBy ?? "",
      grant.createdAt ?? "",
    ]),
  );
}

import type { CommandContext } from "../command.ts";
import { remoteClient } from "./client.ts";
import { wordOf } from "./enum-words.ts";
import { findUser, namedUser } from "./find-user.ts";
import { sourceWords } from "./store-words.ts";
import { environmentOf } from "./subscription-fields.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const call = remoteClient(context);
  const found = await findUser(call, namedUser(context));
  const answer = await call("BillingService", "getUserEntitlements", found);
  if (output.json) return output.printJson(answer);
  const { entitlements = [] } = answer;
  if (entitlements.length === 0) return output.say("no entitlements in the catalog and no grants");
  output.printTable(
    ["ENTITLEMENT", "ACTIVE", "UNTIL", "FROM", "SUBSCRIPTION", "RENEWS", "ENVIRONMENT"],
    entitlements.map((entitlement) => {
      const { id = "", active, expiresAt, store, subscriptionId = "", willRenew } = entitlement;
      const from = wordOf(sourceWords, store);
      if (!active) return [id, "no", expiresAt ?? "", from, subscriptionId];
      return [
        id,
        "yes",
        expiresAt ?? "never ends",
        from,
        subscriptionId,
        willRenew ? "yes" : "no",
        environmentOf(entitlement),
      ];
    }),
  );
}

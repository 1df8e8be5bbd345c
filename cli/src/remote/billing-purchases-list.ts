import { type CommandContext, givenText, textFlag } from "../command.ts";
import { remoteClient } from "./client.ts";
import { enumValue, kindWords, purchaseStateWords, wordOf } from "./enum-words.ts";
import { findUser, userNamed } from "./find-user.ts";
import { pageOf, sayMore } from "./pages.ts";
import { storeWords } from "./store-words.ts";
import { environmentOf, priceOf } from "./subscription-fields.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const project = textFlag(flags, "project");
  const store = enumValue(storeWords, flags.store, "--store");
  const user = givenText(flags, "user");
  const call = remoteClient(context);
  const answer = await call("BillingService", "listPurchases", {
    project,
    ...pageOf(flags),
    ...(user !== "" && (await findUser(call, userNamed(project, user)))),
    ...(store !== undefined && { store }),
    includeSandbox: flags.sandbox === true,
  });
  if (output.json) return output.printJson(answer);
  const { purchases = [], nextPageToken } = answer;
  if (purchases.length === 0) output.say("no purchases");
  else
    output.printTable(
      ["ID", "USER", "STORE", "PRODUCT", "KIND", "STATE", "QUANTITY", "CONSUMED", "PRICE", "ENVIRONMENT"],
      purchases.map(({ purchase = {}, userId = "" }) => [
        purchase.id ?? "",
        userId || "none",
        wordOf(storeWords, purchase.store),
        purchase.storeProductId ?? "",
        wordOf(kindWords, purchase.kind),
        wordOf(purchaseStateWords, purchase.state),
        String(purchase.quantity ?? 1),
        purchase.consumedAt ?? "",
        priceOf(purchase),
        environmentOf(purchase),
      ]),
    );
  sayMore(context, ["billing", "purchases", "list"], nextPageToken);
}

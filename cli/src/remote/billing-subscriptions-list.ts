import { type CommandContext, givenText, textFlag } from "../command.ts";
import { remoteClient } from "./client.ts";
import { enumValue, stateWords, wordOf } from "./enum-words.ts";
import { findUser, userNamed } from "./find-user.ts";
import { pageOf, sayMore } from "./pages.ts";
import { storeWords } from "./store-words.ts";
import { environmentOf, priceOf, productOf } from "./subscription-fields.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const project = textFlag(flags, "project");
  const store = enumValue(storeWords, flags.store, "--store");
  const state = enumValue(stateWords, flags.state, "--state");
  const user = givenText(flags, "user");
  const call = remoteClient(context);
  const answer = await call("BillingService", "listSubscriptions", {
    project,
    ...pageOf(flags),
    ...(user !== "" && (await findUser(call, userNamed(project, user)))),
    ...(store !== undefined && { store }),
    ...(state !== undefined && { state }),
    includeSandbox: flags.sandbox === true,
  });
  if (output.json) return output.printJson(answer);
  const { subscriptions = [], nextPageToken } = answer;
  if (subscriptions.length === 0) output.say("no subscriptions");
  else
    output.printTable(
      ["ID", "USER", "STORE", "PRODUCT", "TIER", "STATE", "RENEWS", "ACCESS UNTIL", "PRICE", "ENVIRONMENT"],
      subscriptions.map(({ subscription = {}, userId = "" }) => [
        subscription.id ?? "",
        userId || "none",
        wordOf(storeWords, subscription.store),
        productOf(subscription),
        subscription.tierId ?? "",
        wordOf(stateWords, subscription.state),
        subscription.willRenew ? "yes" : "no",
        subscription.accessUntil ?? "",
        priceOf(subscription),
        environmentOf(subscription),
      ]),
    );
  sayMore(context, ["billing", "subscriptions", "list"], nextPageToken);
}

import { type CommandContext, textFlag } from "../command.ts";
import { remoteClient } from "./client.ts";
import { enumValue, notificationWords, wordOf } from "./enum-words.ts";
import { pageOf, sayMore } from "./pages.ts";
import { storeWords } from "./store-words.ts";
import { environmentOf } from "./subscription-fields.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const store = enumValue(storeWords, flags.store, "--store");
  const status = enumValue(notificationWords, flags.status, "--status");
  const answer = await remoteClient(context)("BillingService", "listNotifications", {
    project: textFlag(flags, "project"),
    ...pageOf(flags),
    ...(store !== undefined && { store }),
    ...(status !== undefined && { status }),
  });
  if (output.json) return output.printJson(answer);
  const { notifications = [], nextPageToken } = answer;
  if (notifications.length === 0) output.say("no notifications");
  else
    output.printTable(
      [
        ...["ID", "STORE", "TYPE", "STATUS", "ATTEMPTS", "RECEIVED", "OCCURRED", "NEXT ATTEMPT"],
        ...["SUBSCRIPTION", "ENVIRONMENT", "ERROR"],
      ],
      notifications.map((one) => [
        one.id ?? "",
        wordOf(storeWords, one.store),
        [one.type ?? "", one.subtype ?? ""].filter((part) => part !== "").join(" "),
        wordOf(notificationWords, one.status),
        String(one.attempts ?? 0),
        one.receivedAt ?? "",
        one.occurredAt ?? "",
        one.nextAttemptAt ?? "",
        one.subscriptionId ?? "",
        environmentOf(one),
        one.lastError ?? "",
      ]),
    );
  sayMore(context, ["billing", "notifications", "list"], nextPageToken);
}

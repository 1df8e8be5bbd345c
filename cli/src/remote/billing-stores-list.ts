import { type CommandContext, textFlag } from "../command.ts";
import { remoteClient } from "./client.ts";
import { wordOf } from "./enum-words.ts";
import { storeWords } from "./store-words.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const project = textFlag(flags, "project");
  const answer = await remoteClient(context)("BillingService", "getStoreStatus", { project });
  if (output.json) return output.printJson(answer);
  output.printTable(
    [
      "STORE",
      "SET UP",
      "MISSING",
      "LAST ANSWER",
      "LAST NOTIFICATION",
      "WAITING",
      "FAILED",
      "FOREIGN",
      "LAST ERROR",
    ],
    (answer.stores ?? []).map((status) => [
      wordOf(storeWords, status.store),
      status.configured ? "yes" : "no",
      (status.missing ?? []).join(", "),
      status.lastSuccessAt ?? "never",
      status.lastNotificationAt ?? "never",
      String(status.waiting ?? 0),
      String(status.failed ?? 0),
      String(status.foreignSubscriptions ?? 0),
      [status.lastErrorAt ?? "", status.lastError ?? ""].filter((part) => part !== "").join(" "),
    ]),
  );
}

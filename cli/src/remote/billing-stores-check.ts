import { argument, type CommandContext, textFlag } from "../command.ts";
import { Failure } from "../failure.ts";
import { remoteClient } from "./client.ts";
import { enumValue } from "./enum-words.ts";
import { storeWords } from "./store-words.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const store = enumValue(storeWords, argument(context, 0), "<store>") ?? "STORE_UNSPECIFIED";
  const project = textFlag(flags, "project");
  const answer = await remoteClient(context)("BillingService", "checkStore", { project, store });
  const { checks = [] } = answer;
  if (output.json) output.printJson(answer);
  else
    output.printTable(
      ["RESULT", "CHECK", "SEEN", "REMEDY"],
      checks.map(({ ok, name = "", detail = "", remedy = "" }) => [
        ok ? "ok" : "failure",
        name,
        detail,
        remedy,
      ]),
    );
  const failures = checks.filter(({ ok }) => !ok).length;
  if (failures === 0) return;
  const message = failures === 1 ? "1 check failed" : `${failures} checks failed`;
  throw new Failure(
    "failed_precondition",
    "CHECKS_FAILED",
    message,
    "each failure above shows how to fix it",
  );
}

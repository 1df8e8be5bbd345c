import type { OutgoingMailJson, OutgoingMailStateJson } from "@svc/proto/svc/admin/v1/instance_pb";
import { type CommandContext, givenText } from "../command.ts";
import { usageFailure } from "../failure.ts";
import { remoteClient } from "./client.ts";
import { pageOf, sayMore } from "./pages.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const state = givenText(flags, "state");
  const request = { state: contractState(state), ...pageOf(flags) };
  const answer = await remoteClient(context)("InstanceSettingsService", "listOutgoingMails", request);
  if (output.json) return output.printJson(answer);

  const { mails = [], nextPageToken } = answer;
  if (mails.length === 0) output.say(emptyMessage(state));
  else
    output.printTable(
      ["ID", "PROJECT", "KIND", "RECIPIENT", "STATE", "ATTEMPTS", "NEXT ATTEMPT", "CREATED", "LAST ANSWER"],
      mails.map(rowOf),
    );
  sayMore(context, ["instance", "mail", "list"], nextPageToken);
}

function contractState(state: string): OutgoingMailStateJson {
  if (state === "") return "OUTGOING_MAIL_STATE_UNSPECIFIED";
  if (state === "waiting") return "OUTGOING_MAIL_STATE_WAITING";
  if (state === "failed") return "OUTGOING_MAIL_STATE_FAILED";
  if (state === "sent") return "OUTGOING_MAIL_STATE_SENT";
  const hint = "--state must be waiting, failed or sent; omit it to list waiting and failed emails";
  throw usageFailure(`there is no state ${JSON.stringify(state)}`, hint);
}

function emptyMessage(state: string): string {
  if (state === "waiting") return "no queued emails";
  if (state === "sent") return "no emails sent in the last 7 days";
  return state === "failed" ? "no failed emails" : "no queued or failed emails";
}

function rowOf(mail: OutgoingMailJson): string[] {
  const { id = "", project = "", kind = "", recipient = "", state, attempts = 0 } = mail;
  const { nextAttemptAt, createdAt = "", failedAt = "", sentAt = "", lastError = "", answer = "" } = mail;
  const isFailed = state === "OUTGOING_MAIL_STATE_FAILED";
  const isSent = state === "OUTGOING_MAIL_STATE_SENT";
  return [
    id,
    project,
    kind,
    recipient,
    isFailed ? `failed ${failedAt}` : isSent ? `sent ${sentAt}` : "waiting",
    String(attempts),
    nextAttemptAt ?? "never",
    createdAt,
    lastError || answer,
  ];
}

import type { OutgoingMailJson, OutgoingMailStateJson } from "@svc/proto/svc/admin/v1/instance_pb";
import { type CommandContext, givenText } from "../command.ts";
import { usageFailure } from "../failure.ts";
import { remoteClient } from "./client.ts";
import { pageOf, sayMore } from "./pages.ts";

/** The states of an email as they are typed, and what is said when there is none. */
const mailStateWords = {
  waiting: "no queued emails",
  failed: "no failed emails",
  sent: "no emails sent in the last 7 days",
  cancelled: "no emails cancelled in the last 30 days",
  suppressed: "no emails suppressed in the last 30 days because their address bounces",
} as const;

type StateWord = keyof typeof mailStateWords;

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const state = givenText(flags, "state");
  const request = {
    state: contractState(state),
    project: givenText(flags, "project"),
    recipient: givenText(flags, "to"),
    ...pageOf(flags),
  };
  const answer = await remoteClient(context)("InstanceSettingsService", "listOutgoingMails", request);
  if (output.json) return output.printJson(answer);

  const { mails = [], nextPageToken } = answer;
  if (mails.length === 0) output.say(isState(state) ? mailStateWords[state] : "no queued or failed emails");
  else
    output.printTable(
      ["ID", "PROJECT", "KIND", "RECIPIENT", "STATE", "ATTEMPTS", "NEXT ATTEMPT", "CREATED", "LAST ANSWER"],
      mails.map(rowOf),
    );
  sayMore(context, ["instance", "mail", "list"], nextPageToken);
}

function contractState(state: string): OutgoingMailStateJson {
  if (state === "") return "OUTGOING_MAIL_STATE_UNSPECIFIED";
  if (isState(state)) return `OUTGOING_MAIL_STATE_${state.toUpperCase() as Uppercase<StateWord>}`;
  const hint =
    "--state must be waiting, failed, sent, cancelled or suppressed; omit it to list waiting and failed emails";
  throw usageFailure(`there is no state ${JSON.stringify(state)}`, hint);
}

function isState(state: string): state is StateWord {
  return Object.hasOwn(mailStateWords, state);
}

function rowOf(mail: OutgoingMailJson): string[] {
  const { id = "", project = "", kind = "", recipient = "", attempts = 0 } = mail;
  const { nextAttemptAt, createdAt = "", failedAt = "", sentAt = "", lastError = "", answer = "" } = mail;
  const state = (mail.state ?? "").replace("OUTGOING_MAIL_STATE_", "").toLowerCase();
  return [
    id,
    project,
    kind,
    recipient,
    `${state} ${failedAt || sentAt}`.trim(),
    String(attempts),
    nextAttemptAt ?? "never",
    createdAt,
    lastError || answer,
  ];
}

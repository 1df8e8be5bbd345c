import type { ImportResultJson } from "@svc/proto/svc/admin/v1/user_transfer_pb";
import type { CommandContext } from "../../command.ts";
import { Failure } from "../../failure.ts";
import type { Call } from "../client.ts";
import { withRetries } from "../retry.ts";
import type { Batch, Entry } from "./batches.ts";
import type { FirebaseParameters } from "./reader.ts";
import { refuse, type Tally } from "./summary.ts";

export type Sender = Readonly<{
  call: Call;
  output: CommandContext["output"];
  project: string;
  firebase: FirebaseParameters | undefined;
  /** Ends the waiting between attempts. */
  signal: AbortSignal;
}>;

/** Creates the users of a batch and counts what became of them. */
export async function sendBatch(sender: Sender, { entries, refused }: Batch, tally: Tally): Promise<void> {
  for (const one of refused) refuse(tally, one);
  if (entries.length > 0) await send(sender, entries, tally);
}

async function send(sender: Sender, entries: readonly Entry[], tally: Tally): Promise<void> {
  const { call, output, project, firebase, signal } = sender;
  const request = {
    project,
    users: entries.map(({ user }) => user),
    ...(firebase && { firebaseScrypt: firebase }),
  };
  try {
    const attempt = () => call("ProjectService", "importUsers", request);
    const { results = [] } = await withRetries(output, attempt, signal);
    for (const [place, entry] of entries.entries()) count(entry, results[place], tally);
  } catch (error) {
    // One user that the server cannot even parse spoils the whole request: find it, and send the others.
    if (!(error instanceof Failure) || error.code !== "invalid_argument") throw error;
    const [first, ...others] = entries;
    if (first !== undefined && others.length === 0) {
      refuse(tally, { index: first.index, email: first.user.email ?? "", reason: error.message });
      return;
    }
    const middle = Math.ceil(entries.length / 2);
    await send(sender, entries.slice(0, middle), tally);
    await send(sender, entries.slice(middle), tally);
  }
}

function count({ index, user }: Entry, result: ImportResultJson | undefined, tally: Tally): void {
  switch (result?.status) {
    case "IMPORT_STATUS_CREATED":
      tally.created += 1;
      return;
    case "IMPORT_STATUS_SKIPPED":
      tally.skipped += 1;
      if (user.isAnonymous) tally.guests += 1;
      return;
    default:
      refuse(tally, {
        index,
        email: user.email ?? "",
        reason: result?.reason || "the server did not say why",
      });
  }
}

import { argument, type CommandContext, givenText, textFlag } from "../command.ts";
import { Failure } from "../failure.ts";
import { processProgress } from "../progress.ts";
import { confirm, mustAsk } from "../prompt.ts";
import { remoteClient } from "./client.ts";
import { batchesOf } from "./import/batches.ts";
import { isRow } from "./import/fields.ts";
import { firebaseParameters, requireParameters } from "./import/firebase-parameters.ts";
import { readFirebaseUser } from "./import/firebase-user.ts";
import type { ImportFormat } from "./import/formats.ts";
import { readDocument } from "./import/read-document.ts";
import type { UserReader } from "./import/reader.ts";
import { recognise } from "./import/recognise.ts";
import { type Sender, sendBatch } from "./import/send.ts";
import { countOf, newTally, report, type Tally } from "./import/summary.ts";
import { supabaseReader } from "./import/supabase-user.ts";
import { readSvcUser } from "./import/svc-user.ts";
import { untilInterrupted } from "./until-interrupted.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const asks = mustAsk(context); // before a large file is read in vain
  const call = remoteClient(context);
  const document = await readDocument(textFlag(flags, "file"));
  const { format, users } = recognise(document, givenText(flags, "format"));
  const firebase = firebaseParameters(flags, document);
  if (format === "firebase") requireParameters(firebase, users.filter(hasHash).length);

  // Only now: while a large file is parsed, the server would close an idle connection.
  const answer = await call("ProjectService", "getProject", { project: argument(context, 0) });
  const { id: project = "", name = "", slug = "" } = answer.project ?? {};
  const counted = `${users.length} ${users.length === 1 ? "user" : "users"}`;
  output.say(`${counted} in an export of ${titles[format]}`);
  if (asks && users.length > 0) await confirm(`Import ${counted} into project ${name} (${slug})?`);

  const tally = newTally();
  const sending = { call, output, project, firebase };
  try {
    await untilInterrupted(output, (signal) =>
      sendAll({ ...sending, signal }, users, readerOf(format, flags.supabaseClaims === true), tally),
    );
  } finally {
    report(context, { project: slug, format, complete: countOf(tally) === users.length, tally });
  }
  requireWhole(tally, users.length);
}

const titles: Readonly<Record<ImportFormat, string>> = {
  svc: "svc",
  firebase: "Firebase",
  supabase: "Supabase",
};

function readerOf(format: ImportFormat, takesClaims: boolean): UserReader {
  if (format === "svc") return readSvcUser;
  return format === "firebase" ? readFirebaseUser : supabaseReader({ takesClaims, now: Date.now() });
}

function hasHash(user: unknown): boolean {
  return isRow(user) && typeof user.passwordHash === "string" && user.passwordHash !== "";
}

/** A batch after the other, until an interruption. */
async function sendAll(
  sender: Sender,
  users: readonly unknown[],
  read: UserReader,
  tally: Tally,
): Promise<void> {
  const what = { verb: "imported", unit: "users", total: users.length };
  const progress = processProgress(sender.output, what);
  const leaveOut = (part: string) => tally.leftOut.set(part, (tally.leftOut.get(part) ?? 0) + 1);
  try {
    for (const batch of batchesOf(users, read, leaveOut)) {
      if (sender.signal.aborted) return;
      await sendBatch(sender, batch, tally);
      progress.update(countOf(tally));
    }
  } finally {
    progress.end();
  }
}

function requireWhole(tally: Tally, total: number): void {
  const missing = total - countOf(tally);
  if (missing > 0) {
    const hint = "run it again to continue: existing users are skipped";
    throw new Failure("cancelled", "INTERRUPTED", `interrupted, ${missing} users before the end`, hint);
  }
  if (tally.refused > 0) {
    const message = `${tally.refused} ${tally.refused === 1 ? "user was" : "users were"} refused`;
    const hint = "correct them in the file and run it again: existing users are skipped";
    throw new Failure("internal", "USERS_REFUSED", message, hint);
  }
}

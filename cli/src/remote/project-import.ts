import { argument, type CommandContext, type Flags, givenText, textFlag } from "../command.ts";
import { Failure, usageFailure } from "../failure.ts";
import { processProgress } from "../progress.ts";
import { confirm, mustAsk } from "../prompt.ts";
import { remoteClient } from "./client.ts";
import { completeAuth0 } from "./import/auth0-complete.ts";
import { Auth0Passwords } from "./import/auth0-passwords.ts";
import { auth0Reader } from "./import/auth0-user.ts";
import { batchesOf, type Placed } from "./import/batches.ts";
import { isRow } from "./import/fields.ts";
import { firebaseParameters, requireParameters } from "./import/firebase-parameters.ts";
import { readFirebaseUser } from "./import/firebase-user.ts";
import type { ImportFormat } from "./import/formats.ts";
import { readPocketBaseUser } from "./import/pocketbase-user.ts";
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
  const document = await readDocument(textFlag(flags, "file"), givenText(flags, "pocketbaseCollection"));
  const { format, users: values } = recognise(document, givenText(flags, "format"));
  const firebase = firebaseParameters(flags, document);
  if (format === "firebase") requireParameters(firebase, values.filter(hasHash).length);
  requireFormat(flags, format);
  const users = format === "auth0" ? await auth0Users(context, values) : placed(values);

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
      sendAll({ ...sending, signal }, users, readerOf(format, flags), tally),
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
  auth0: "Auth0",
  pocketbase: "PocketBase",
};

function readerOf(format: ImportFormat, flags: Flags): UserReader {
  switch (format) {
    case "svc":
      return readSvcUser;
    case "firebase":
      return readFirebaseUser;
    case "supabase":
      return supabaseReader({ takesClaims: flags.supabaseClaims === true, now: Date.now() });
    case "auth0":
      return auth0Reader({ takesClaims: flags.auth0Claims === true });
    case "pocketbase":
      return readPocketBaseUser;
  }
}

/** A file that nobody reads must not be given: its passwords would be missed only at the first sign-ins. */
function requireFormat(flags: Flags, format: ImportFormat): void {
  if (givenText(flags, "auth0Passwords") === "" || format === "auth0") return;
  throw usageFailure(
    `--auth0-passwords was given, but the export is one of ${titles[format]}`,
    "pass --format auth0 if it is one of Auth0",
  );
}

function placed(values: readonly unknown[]): Placed[] {
  return values.map((value, index) => ({ index, value }));
}

async function auth0Users(
  { flags, output }: CommandContext,
  values: readonly unknown[],
): Promise<readonly Placed[]> {
  const file = givenText(flags, "auth0Passwords");
  const passwords = file === "" ? undefined : new Auth0Passwords(file, await readDocument(file));
  const { users, doubles } = completeAuth0(values, passwords);
  if (doubles > 0) {
    const counted = doubles === 1 ? "1 user has" : `${doubles} users have`;
    output.warn(`${counted} the address of another user in the export and will be skipped`);
  }
  const unused = passwords?.unused ?? 0;
  if (unused > 0) {
    output.warn(
      `${unused} password ${unused === 1 ? "hash belongs" : "hashes belong"} to nobody in the export`,
    );
  }
  return users;
}

function hasHash(user: unknown): boolean {
  return isRow(user) && typeof user.passwordHash === "string" && user.passwordHash !== "";
}

/** A batch after the other, until an interruption. */
async function sendAll(
  sender: Sender,
  users: readonly Placed[],
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

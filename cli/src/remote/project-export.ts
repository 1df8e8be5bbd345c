import type { ExportedUserJson, ExportUsersResponseJson } from "@svc/proto/svc/admin/v1/user_transfer_pb";
import { argument, type CommandContext, givenText } from "../command.ts";
import { currentProcess } from "../current-process.ts";
import { jsonText } from "../json-text.ts";
import { processProgress } from "../progress.ts";
import { canAsk, confirm } from "../prompt.ts";
import { remoteClient } from "./client.ts";
import { isFileAt, openExportFile, refuseDescriptor } from "./export-file.ts";
import { withRetries } from "./retry.ts";

const PAGE_SIZE = 200;

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const project = argument(context, 0);
  const path = givenText(flags, "output") || "-";
  const tally: Tally = { users: 0, guests: 0, guestsLeftOut: 0 };
  if (path === "-") {
    const pages = readPages(context, project, tally);
    await writeDocument(
      context,
      pages,
      tally,
      output.printText,
      () => currentProcess().stdout.errored === null,
    );
    if (tally.guestsLeftOut > 0) (output.json ? output.warn : output.say)(leftOut(tally));
    return;
  }

  refuseDescriptor(path);
  if (isFileAt(path)) await confirmReplacing(context, path);
  // The first page comes before the file: a wrong project must not leave one behind.
  const pages = readPages(context, project, tally);
  const first = await pages.next();
  const file = openExportFile(path);
  try {
    await writeDocument(context, startingWith(first, pages), tally, file.write);
    file.finish();
    if (output.json) output.printJson({ project, output: path, ...tally });
    else output.say(`exported ${people(tally)} to ${path}`);
    if (tally.guestsLeftOut > 0) output.say(leftOut(tally));
  } finally {
    file.discard();
  }
}

type Page = readonly ExportedUserJson[];
/** `users`: all in the document, guests included. */
type Tally = { users: number; guests: number; guestsLeftOut: number };

/** Only where somebody can answer: a job that runs every night replaces its file. */
async function confirmReplacing({ flags, output }: CommandContext, path: string): Promise<void> {
  if (flags.force !== true && !output.json && canAsk()) await confirm(`Replace ${path}?`);
}

function people({ users, guests }: Tally): string {
  const counted = users === 1 ? "1 user" : `${users} users`;
  if (guests === 0) return counted;
  return guests === 1 ? `${counted}, 1 of them a guest,` : `${counted}, ${guests} of them guests,`;
}

function leftOut({ guestsLeftOut: count }: Tally): string {
  return `${count} ${count === 1 ? "guest is" : "guests are"} left out; --guests includes them`;
}

async function* readPages(context: CommandContext, project: string, tally: Tally) {
  const call = remoteClient(context);
  const includeGuests = context.flags.guests === true;
  let pageToken = "";
  do {
    const request = { project, pageSize: PAGE_SIZE, pageToken, includeGuests };
    const page: ExportUsersResponseJson = await withRetries(context.output, () =>
      call("ProjectService", "exportUsers", request),
    );
    tally.guestsLeftOut += page.guestsLeftOut ?? 0;
    yield page.users ?? [];
    pageToken = page.nextPageToken ?? "";
  } while (pageToken !== "");
}

async function* startingWith(first: IteratorResult<Page, void>, rest: AsyncIterable<Page>) {
  if (!first.done) yield first.value;
  yield* rest;
}

/** One user a line, so that a diff of two exports can be read. */
async function writeDocument(
  { output, flags }: CommandContext,
  pages: AsyncIterable<Page>,
  tally: Tally,
  write: (text: string) => void,
  isHeard: () => boolean = () => true,
): Promise<void> {
  const isShown = flags.output !== undefined || !currentProcess().stdout.isTTY;
  const progress = processProgress({ json: output.json || !isShown }, { verb: "exported", unit: "users" });
  try {
    for await (const page of pages) {
      const lines = page.map((user) => jsonText(encodeUser(user)));
      const opening = tally.users === 0 ? '{"version":1,"users":[' : "";
      if (tally.users === 0 && lines.length === 0) write(opening);
      else if (lines.length > 0) write(`${opening}${tally.users === 0 ? "\n" : ",\n"}${lines.join(",\n")}`);
      tally.users += lines.length;
      tally.guests += page.filter(({ isAnonymous }) => isAnonymous).length;
      if (!isHeard()) return;
      progress.update(tally.users);
    }
  } finally {
    progress.end();
  }
  write(`${tally.users === 0 ? "" : "\n"}]}\n`);
}

/** Every key of the document, also those whose value the wire leaves out; guests have one more. */
function encodeUser(user: ExportedUserJson): Record<string, unknown> {
  return {
    email: user.email ?? "",
    email_verified: user.emailVerified ?? false,
    display_name: user.displayName ?? "",
    avatar_url: user.avatarUrl ?? "",
    locale: user.locale ?? "",
    disabled: user.disabled ?? false,
    custom_claims: user.customClaims ?? {},
    identities: (user.identities ?? []).map(({ provider = "", subject = "", email = "" }) => ({
      provider,
      subject,
      email,
    })),
    password_hash: user.passwordHash ?? "",
    password_algorithm: user.passwordAlgorithm ?? "",
    created_at: user.createdAt ?? "",
    ...(user.isAnonymous && { is_anonymous: true }),
  };
}

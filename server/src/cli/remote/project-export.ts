import type { ExportedUserJson, ExportUsersResponseJson } from "@svc/proto/svc/admin/v1/user_transfer_pb";
import { argument, type CommandContext, optionalText } from "../command.ts";
import { processProgress } from "../progress.ts";
import { type Call, remoteClient } from "./client.ts";
import { openExportFile } from "./export-file.ts";
import { withRetries } from "./retry.ts";

const PAGE_SIZE = 200;

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const project = argument(context, 0);
  const pages = readPages(remoteClient(context), output, project);
  const path = optionalText(flags, "output");
  if (path === "" || path === "-") {
    await writeDocument(context, pages, output.printText, () => process.stdout.errored === null);
    return;
  }

  // The first page comes before the file: a wrong project must not leave one behind.
  const first = await pages.next();
  const file = openExportFile(path);
  try {
    const users = await writeDocument(context, startingWith(first, pages), file.write);
    file.finish();
    if (output.json) output.printJson({ project, output: path, users });
    else output.say(`exported ${users} ${users === 1 ? "user" : "users"} to ${path}`);
  } finally {
    file.discard();
  }
}

type Page = readonly ExportedUserJson[];

async function* readPages(call: Call, output: CommandContext["output"], project: string) {
  let pageToken = "";
  do {
    const request = { project, pageSize: PAGE_SIZE, pageToken };
    const page: ExportUsersResponseJson = await withRetries(output, () =>
      call("ProjectService", "exportUsers", request),
    );
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
  write: (text: string) => void,
  isHeard: () => boolean = () => true,
): Promise<number> {
  const isShown = flags.output !== undefined || !process.stdout.isTTY;
  const progress = processProgress({ json: output.json || !isShown }, { verb: "exported", unit: "users" });
  let count = 0;
  try {
    for await (const page of pages) {
      const lines = page.map((user) => JSON.stringify(encodeUser(user)));
      const opening = count === 0 ? '{"version":1,"users":[' : "";
      if (count === 0 && lines.length === 0) write(opening);
      else if (lines.length > 0) write(`${opening}${count === 0 ? "\n" : ",\n"}${lines.join(",\n")}`);
      count += lines.length;
      if (!isHeard()) return count;
      progress.update(count);
    }
  } finally {
    progress.end();
  }
  write(`${count === 0 ? "" : "\n"}]}\n`);
  return count;
}

/** Every key of the document, also those whose value the wire leaves out. */
function encodeUser(user: ExportedUserJson): Record<string, unknown> {
  return {
    email: user.email ?? "",
    email_verified: user.emailVerified ?? false,
    display_name: user.displayName ?? "",
    avatar_url: user.avatarUrl ?? "",
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
  };
}

import type { ExportUserResponseJson } from "@svc/proto/svc/admin/v1/users_pb";
import { type CommandContext, givenText } from "../command.ts";
import { Failure } from "../failure.ts";
import { jsonText } from "../json-text.ts";
import { type Call, remoteClient } from "./client.ts";
import { isFileAt, openExportFile, refuseDescriptor } from "./export-file.ts";
import { findUser, namedUser } from "./find-user.ts";
import { withRetries } from "./retry.ts";

type Document = Record<string, unknown>;

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const path = givenText(flags, "out") || undefined;
  // Before the server is asked: what cannot be written must not be recorded as exported.
  if (path !== undefined) refuseTaken(path);
  const call = remoteClient(context);
  const user = await findUser(call, namedUser(context));
  const text = `${jsonText(await readDocument(context, call, user))}\n`;
  if (path === undefined) return output.printText(text);
  const file = openExportFile(path);
  try {
    file.write(text);
    file.finish();
  } finally {
    file.discard();
  }
  if (output.json) output.printText(text);
  else output.say(`wrote everything about the user to ${path}`);
}

function refuseTaken(path: string): void {
  refuseDescriptor(path);
  if (!isFileAt(path)) return;
  const hint = "name another file, or remove this one first";
  throw new Failure("failed_precondition", "NOT_POSSIBLE", `${path} exists already`, hint);
}

/** Joins the parts: lists are appended, and everything else is in the first. */
async function readDocument(
  { output }: CommandContext,
  call: Call,
  user: { project: string; userId: string },
): Promise<Document> {
  const document: Document = {};
  let pageToken = "";
  do {
    const answer: ExportUserResponseJson = await withRetries(output, () =>
      call("UserService", "exportUser", { ...user, pageToken }),
    );
    for (const [key, value] of Object.entries(answer.part ?? {})) {
      const list = document[key];
      if (Array.isArray(list) && Array.isArray(value)) for (const row of value) list.push(row);
      else document[key] = value;
    }
    pageToken = answer.nextPageToken ?? "";
  } while (pageToken !== "");
  return document;
}

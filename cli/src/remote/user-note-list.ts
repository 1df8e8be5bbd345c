import { argument, type CommandContext } from "../command.ts";
import { remoteClient } from "./client.ts";
import { findUser, namedUser } from "./find-user.ts";
import { pageOf, sayMore } from "./pages.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const call = remoteClient(context);
  const found = await findUser(call, namedUser(context));
  const answer = await call("UserService", "listUserNotes", { ...found, ...pageOf(flags) });
  if (output.json) return output.printJson(answer);
  const { notes = [], nextPageToken } = answer;
  if (notes.length === 0) output.say(`no notes about user ${argument(context, 0)}`);
  else {
    output.printTable(
      ["ID", "WRITTEN", "AUTHOR", "NOTE"],
      notes.map(({ id = "", createdAt = "", author = "", text = "" }) => [id, createdAt, author, text]),
    );
  }
  sayMore(context, ["user", "note", "list", argument(context, 0)], nextPageToken);
}

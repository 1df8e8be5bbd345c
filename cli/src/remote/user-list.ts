import type { UserFiltersJson } from "@svc/proto/svc/admin/v1/user_pb";
import type { ListUsersRequestJson, ListUsersResponseJson } from "@svc/proto/svc/admin/v1/users_pb";
import { type CommandContext, type Flags, givenText, textFlag } from "../command.ts";
import { type Call, remoteClient } from "./client.ts";
import { eitherFlag } from "./either-flag.ts";
import { enumValue, orderWords, providerWords } from "./enum-words.ts";
import { pageOf, sayMore } from "./pages.ts";
import { stateOf } from "./user-fields.ts";

const DEFAULT_SIZE = 50;
const MAX_SIZE = 200;

/** Of how many answers a page is put together: enough for a search through a million users. */
const MOST_CALLS = 200;

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const filters = readFilters(flags);
  const orderBy = enumValue(orderWords, flags.order, "--order");
  const request = {
    project: textFlag(flags, "project"),
    query: givenText(flags, "query"),
    ...pageOf(flags),
    filters,
    ...(orderBy !== undefined && { orderBy }),
  };
  const answer = await listPage(remoteClient(context), request);
  if (output.json) return output.printJson(answer);

  const { users = [], nextPageToken } = answer;
  const isNarrowed = request.query !== "" || Object.keys(filters).length > 0;
  if (users.length === 0 && nextPageToken) output.say("no users match so far");
  else if (users.length === 0) output.say(isNarrowed ? "no users match" : "no users");
  else
    output.printTable(
      ["ID", "EMAIL", "NAME", "STATE", "CREATED", "LAST SIGN-IN"],
      users.map((user) => [
        user.id ?? "",
        user.email ?? "",
        user.displayName ?? "",
        stateOf(user),
        user.createdAt ?? "",
        user.lastSignInAt ?? "never",
      ]),
    );
  sayMore(context, ["user", "list"], nextPageToken, users.length === 0 ? "to search on" : "there are more");
}

/** One call searches a part of a long list, so that a page may have fewer users than there are, and a token to go on. */
async function listPage(
  call: Call,
  { pageSize, ...request }: ListUsersRequestJson & { pageSize: number },
): Promise<ListUsersResponseJson> {
  const first = await call("UserService", "listUsers", { ...request, pageSize });
  const wanted = Math.min(pageSize || DEFAULT_SIZE, MAX_SIZE);
  let { users = [], nextPageToken = "" } = first;
  for (let calls = 1; nextPageToken && users.length < wanted && calls < MOST_CALLS; calls++) {
    const rest = { ...request, pageSize: wanted - users.length, pageToken: nextPageToken };
    const answer = await call("UserService", "listUsers", rest);
    users = [...users, ...(answer.users ?? [])];
    nextPageToken = answer.nextPageToken ?? "";
  }
  return { ...(users.length > 0 && { users }), ...(nextPageToken && { nextPageToken }) };
}

function readFilters(flags: Flags): UserFiltersJson {
  const disabled = eitherFlag(flags, ["disabled", "--disabled"], ["enabled", "--enabled"]);
  const emailVerified = eitherFlag(flags, ["verified", "--verified"], ["unverified", "--unverified"]);
  const isAnonymous = eitherFlag(flags, ["guests", "--guests"], ["permanent", "--permanent"]);
  const provider = enumValue(providerWords, flags.provider, "--provider");
  const hasPassword = eitherFlag(
    flags,
    ["withPassword", "--with-password"],
    ["withoutPassword", "--without-password"],
  );
  return {
    ...(disabled !== undefined && { disabled }),
    ...(emailVerified !== undefined && { emailVerified }),
    ...(isAnonymous !== undefined && { isAnonymous }),
    ...(provider !== undefined && { provider }),
    ...(hasPassword !== undefined && { hasPassword }),
  };
}

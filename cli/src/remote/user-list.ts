import type { UserFiltersJson } from "@svc/proto/svc/admin/v1/user_pb";
import { type CommandContext, type Flags, givenText, textFlag } from "../command.ts";
import { remoteClient } from "./client.ts";
import { eitherFlag } from "./either-flag.ts";
import { enumValue, orderWords, providerWords } from "./enum-words.ts";
import { pageOf, sayMore } from "./pages.ts";
import { stateOf } from "./user-fields.ts";

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
  const answer = await remoteClient(context)("UserService", "listUsers", request);
  if (output.json) return output.printJson(answer);

  const { users = [], nextPageToken } = answer;
  const isNarrowed = request.query !== "" || Object.keys(filters).length > 0;
  if (users.length === 0) output.say(isNarrowed ? "no users match" : "no users");
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
  sayMore(context, ["user", "list"], nextPageToken);
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

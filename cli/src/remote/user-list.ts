import type { UserJson } from "@svc/proto/svc/admin/v1/user_pb";
import type { ListUsersRequestJson, ListUsersResponseJson } from "@svc/proto/svc/admin/v1/users_pb";
import { type CommandContext, textFlag } from "../command.ts";
import { csvLine } from "../csv.ts";
import { usageFailure } from "../failure.ts";
import { type Call, remoteClient } from "./client.ts";
import { enumValue, orderWords, providerWords, wordOf } from "./enum-words.ts";
import { pageOf, sayMore } from "./pages.ts";
import { stateOf } from "./user-fields.ts";
import { readUserFilters } from "./user-filter-flags.ts";

const DEFAULT_SIZE = 50;
const MAX_SIZE = 200;

/** Of how many answers a page is put together: enough for a search through a million users. */
const MOST_CALLS = 200;

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const narrowed = readUserFilters(flags);
  const orderBy = enumValue(orderWords, flags.order, "--order");
  const request = {
    project: textFlag(flags, "project"),
    ...narrowed,
    ...pageOf(flags),
    ...(orderBy !== undefined && { orderBy }),
  };
  if (flags.csv === true && output.json)
    throw usageFailure("--csv and --json exclude each other", "leave one out");
  if (flags.csv === true && request.pageToken)
    throw usageFailure("--csv prints all pages", "leave --page-token out");
  if (flags.csv === true) return printCsv(remoteClient(context), request, output.print);
  const answer = await listPage(remoteClient(context), request);
  if (output.json) return output.printJson(answer);

  const { users = [], nextPageToken } = answer;
  const isNarrowed = narrowed.query !== "" || Object.keys(narrowed.filters).length > 0;
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

const COLUMNS = [
  "id",
  "email",
  "email_verified",
  "name",
  "state",
  "signs_in_with",
  "created",
  "last_sign_in",
];

/** Every page, a line as soon as it is there. The server records it as an export. */
async function printCsv(
  call: Call,
  request: ListUsersRequestJson,
  print: (line: string) => void,
): Promise<void> {
  print(csvLine(COLUMNS));
  let pageToken = "";
  do {
    const next = { ...request, forExport: true, pageSize: MAX_SIZE, pageToken };
    const page = await call("UserService", "listUsers", next);
    for (const user of page.users ?? []) print(csvLine(cellsOf(user)));
    pageToken = page.nextPageToken ?? "";
  } while (pageToken !== "");
}

function cellsOf(user: UserJson): string[] {
  const providers = (user.identities ?? []).map(({ provider }) => wordOf(providerWords, provider));
  return [
    user.id ?? "",
    user.email ?? "",
    user.emailVerified ? "yes" : "no",
    user.displayName ?? "",
    stateOf(user),
    [
      ...(user.hasPassword ? ["password"] : []),
      ...new Set(providers),
      ...(user.passkeyCount ? ["passkey"] : []),
    ].join(" "),
    user.createdAt ?? "",
    user.lastSignInAt ?? "",
  ];
}

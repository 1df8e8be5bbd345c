import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { TokenService } from "@svc/proto/svc/server/v1/token_pb";
import { encodeCall } from "../calls/encode-call.ts";
import { bearer, PASSWORD, refreshCalls } from "../calls/people.ts";
import type { Call, Order } from "../generator/order.ts";
import { jsonWire } from "../wire.ts";
import type { FilledServer } from "./filled-server.ts";

const { signUp, signIn, refreshToken, getMe, updateMe, listMySessions, signInAnonymously } =
  AuthService.method;
const { listUsers, getUser } = UserService.method;
const LARGEST_PAGE = 200;
const NEWCOMERS = 2_000;

export type Operation = {
  name: string;
  isHashing?: boolean;
  order: (server: FilledServer, clients: number) => Pick<Order, "calls" | "use">;
};

let newcomers = 0;

const turns = (calls: readonly Call[]): Pick<Order, "calls" | "use"> => ({ calls, use: "turns" });

const ofPeople = (call: (server: FilledServer, n: number) => Call): Operation["order"] => {
  return (server) => turns(server.people.emails.map((_, n) => call(server, n)));
};

export const userOperations: readonly Operation[] = [
  {
    name: refreshToken.name,
    order: ({ people }, clients) => ({ calls: refreshCalls(people, "JSON", clients), use: "chain" }),
  },
  { name: getMe.name, order: ofPeople(({ people }, n) => encodeCall("JSON", getMe, {}, bearer(people, n))) },
  {
    name: TokenService.method.introspectToken.name,
    order: ofPeople(({ people, secretKey }, n) => {
      const token = people.accessTokens[n] ?? "";
      return encodeCall("JSON", TokenService.method.introspectToken, { token }, { "x-svc-key": secretKey });
    }),
  },
  {
    name: updateMe.name,
    order: ofPeople(({ people }, n) =>
      encodeCall("JSON", updateMe, { displayName: `Name ${n}` }, bearer(people, n)),
    ),
  },
  {
    name: listMySessions.name,
    order: ofPeople(({ people }, n) => encodeCall("JSON", listMySessions, {}, bearer(people, n))),
  },
  {
    name: signInAnonymously.name,
    order: ({ people: { key } }) => turns([encodeCall("JSON", signInAnonymously, {}, key)]),
  },
  {
    name: signIn.name,
    isHashing: true,
    order: ({ people: { key }, emails }) =>
      turns(emails.map((email) => encodeCall("JSON", signIn, { email, password: PASSWORD }, key))),
  },
  {
    name: signUp.name,
    isHashing: true,
    order: ({ people: { key } }) =>
      turns(
        Array.from({ length: NEWCOMERS }, () =>
          encodeCall("JSON", signUp, { email: `new${newcomers++}@example.org`, password: PASSWORD }, key),
        ),
      ),
  },
];

/** What an administrator does; the token of the middle page is found by turning pages. */
export async function adminOperations(server: FilledServer): Promise<Operation[]> {
  const headers = { authorization: `Bearer ${server.adminToken}` };
  const list = (name: string, request: { query?: string; pageToken?: string }): Operation => ({
    name: `${listUsers.name}, ${name}`,
    order: () => turns([encodeCall("JSON", listUsers, { project: "bench", ...request }, headers)]),
  });
  return [
    {
      name: `${getUser.name} by email`,
      order: ({ emails }) =>
        turns(emails.map((email) => encodeCall("JSON", getUser, { project: "bench", email }, headers))),
    },
    list("first page", {}),
    list("page from the middle", { pageToken: await middlePage(server) }),
    list("search that many match", { query: "example" }),
    list("search that one matches", { query: server.emails[Math.floor(server.emails.length / 3)] ?? "" }),
    list("search that nobody matches", { query: "qqqxyzqqq" }),
  ];
}

async function middlePage({ url, adminToken, users }: FilledServer): Promise<string> {
  const wire = jsonWire(url);
  const headers = { authorization: `Bearer ${adminToken}` };
  let pageToken = "";
  // The page token says where, not how many: pages of another length may go on from there.
  for (let at = 0; at < users / 2; at += LARGEST_PAGE) {
    const request = { project: "bench", pageToken, pageSize: LARGEST_PAGE };
    const page = await wire.call(listUsers, request, headers);
    if (!page) throw new Error("a page was refused");
    pageToken = page.nextPageToken;
  }
  wire.close();
  return pageToken;
}

import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { TokenService } from "@svc/proto/svc/server/v1/token_pb";
import type { Bar } from "../figure.ts";
import type { Call, Order, WireName } from "../generator/order.ts";
import type { BenchServer } from "../server-process.ts";
import { encodeCall } from "./encode-call.ts";
import { echoLimit, hashLimit, issuingLimit, type LimitOf, verifyingLimit, writingLimit } from "./limits.ts";
import { bearer, PASSWORD, type People, refreshCalls } from "./people.ts";

/** The bars are held to at so many clients. */
export const BAR_CLIENTS = 64;

const { signUp, signIn, refreshToken, getMe, updateMe, signInAnonymously } = AuthService.method;
const { introspectToken } = TokenService.method;

export type Situation = {
  server: BenchServer;
  people: People;
  /** See `signUpSigners`. */
  signers: readonly string[];
  wire: WireName;
  clients: number;
  /** Tokens that the server has not seen, for cases that `needsNewTokens`. */
  newTokens: readonly string[];
};

export type Case = {
  name: string;
  limitOf: LimitOf;
  bars?: (wire: WireName) => readonly Bar[];
  /** Hashing is slow: it takes longer until there are enough answers to count. */
  isSlow?: boolean;
  needsNewTokens?: boolean;
  order: (situation: Situation) => Pick<Order, "calls" | "use" | "attemptIds">;
};

const reads = (wire: WireName): Bar[] => [{ of: "ratio", atLeast: wire === "gRPC" ? 0.35 : 0.4 }];
const again = (clients: number, call: (client: number) => Call): Pick<Order, "calls" | "use"> => ({
  calls: Array.from({ length: clients }, (_, client) => call(client)),
  use: "again",
});

let newcomers = 0;
const NEWCOMERS = 3_000;

export const cases: readonly Case[] = [
  {
    name: refreshToken.name,
    limitOf: issuingLimit,
    bars: () => [
      { of: "value", atLeast: 2_500 },
      { of: "ratio", atLeast: 0.4 },
    ],
    order: ({ people, wire, clients }) => ({ calls: refreshCalls(people, wire, clients), use: "chain" }),
  },
  {
    name: `${refreshToken.name} with an attempt id`,
    limitOf: issuingLimit,
    order: ({ people, wire, clients }) => ({
      calls: refreshCalls(people, wire, clients),
      use: "chain",
      attemptIds: true,
    }),
  },
  {
    name: getMe.name,
    limitOf: echoLimit,
    bars: reads,
    order: ({ people, wire, clients }) =>
      again(clients, (client) => encodeCall(wire, getMe, {}, bearer(people, client))),
  },
  {
    name: `${getMe.name}, new token`,
    limitOf: verifyingLimit,
    bars: reads,
    needsNewTokens: true,
    order: ({ people: { key }, wire, newTokens }) => ({
      calls: newTokens.map((token) =>
        encodeCall(wire, getMe, {}, { ...key, authorization: `Bearer ${token}` }),
      ),
      use: "once",
    }),
  },
  {
    name: introspectToken.name,
    limitOf: echoLimit,
    bars: reads,
    order: ({ server, people, wire, clients }) =>
      again(clients, (client) => introspection(wire, server, people.accessTokens[client] ?? "")),
  },
  {
    name: `${introspectToken.name}, new token`,
    limitOf: verifyingLimit,
    bars: reads,
    needsNewTokens: true,
    order: ({ server, wire, newTokens }) => ({
      calls: newTokens.map((token) => introspection(wire, server, token)),
      use: "once",
    }),
  },
  {
    name: updateMe.name,
    limitOf: writingLimit,
    order: ({ people, wire, clients }) =>
      again(clients, (client) =>
        encodeCall(wire, updateMe, { displayName: `Name ${client}` }, bearer(people, client)),
      ),
  },
  {
    name: signInAnonymously.name,
    limitOf: issuingLimit,
    order: ({ people: { key }, wire, clients }) =>
      again(clients, () => encodeCall(wire, signInAnonymously, {}, key)),
  },
  {
    name: signIn.name,
    limitOf: hashLimit,
    bars: () => [{ of: "ratio", atLeast: 0.93 }],
    isSlow: true,
    order: ({ people: { key }, signers, wire, clients }) =>
      again(clients, (client) =>
        encodeCall(wire, signIn, { email: signers[client] ?? "", password: PASSWORD }, key),
      ),
  },
  {
    name: signUp.name,
    limitOf: hashLimit,
    isSlow: true,
    order: ({ people: { key }, wire }) => ({
      calls: Array.from({ length: NEWCOMERS }, () =>
        encodeCall(wire, signUp, { email: `newcomer${newcomers++}@example.com`, password: PASSWORD }, key),
      ),
      use: "once",
    }),
  },
];

function introspection(wire: WireName, server: BenchServer, token: string): Call {
  return encodeCall(wire, introspectToken, { token }, { "x-svc-key": server.secretKey });
}

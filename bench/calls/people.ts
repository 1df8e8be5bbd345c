import { setTimeout as sleep } from "node:timers/promises";
import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import type { Generator } from "../generator/generator.ts";
import type { Call, WireName } from "../generator/order.ts";
import { measure } from "../measure.ts";
import type { BenchServer } from "../server-process.ts";
import { jsonWire } from "../wire.ts";
import { encodeCall } from "./encode-call.ts";

export const PASSWORD = "correct horse battery";
const { signUp, signIn, refreshToken } = AuthService.method;
const AT_A_TIME = 8;
const TRIES = 5;
const RETRY_MS = 500;
const MINT_MS = 1_000;

/** The users behind the clients: each has an email address and a session that goes on. */
export type People = {
  key: Readonly<Record<string, string>>;
  emails: readonly string[];
  accessTokens: string[];
  refreshTokens: string[];
};

type Keys = Pick<BenchServer, "url" | "publishableKey">;

export async function signUpPeople(server: Keys, count: number): Promise<People> {
  const emails = Array.from({ length: count }, (_, n) => `user${n}@example.com`);
  return openSessions(server, emails, signUp);
}

/**
 * Addresses of users who only sign in. A user has so many sessions at most, and those who sign in for a while would end the
 * session with which they make other calls.
 */
export async function signUpSigners(server: Keys, count: number): Promise<readonly string[]> {
  const emails = Array.from({ length: count }, (_, n) => `signer${n}@example.com`);
  await openSessions(server, emails, signUp);
  return emails;
}

export function signInPeople(server: Keys, emails: readonly string[]): Promise<People> {
  return openSessions(server, emails, signIn);
}

async function openSessions(
  { url, publishableKey }: Keys,
  emails: readonly string[],
  method: typeof signUp | typeof signIn,
): Promise<People> {
  const key = { "x-svc-key": publishableKey };
  const people: People = { key, emails, accessTokens: [], refreshTokens: [] };
  const wire = jsonWire(url);
  const open = async (n: number): Promise<void> => {
    const request = { email: emails[n] ?? "", password: PASSWORD };
    const call = async (): Promise<TokenResponse | undefined> =>
      method === signUp ? (await wire.call(signUp, request, key))?.tokens : wire.call(signIn, request, key);
    let answer = await call();
    for (let tries = 1; !answer && tries < TRIES; tries++) {
      await sleep(RETRY_MS); // a busy machine hashes slowly, and the server says so
      answer = await call();
    }
    if (!answer) throw new Error(`${method.name} was refused for ${emails[n]}`);
    people.accessTokens[n] = answer.accessToken;
    people.refreshTokens[n] = answer.refreshToken;
  };
  for (let at = 0; at < emails.length; at += AT_A_TIME) {
    await Promise.all(emails.slice(at, at + AT_A_TIME).map((_, n) => open(at + n)));
  }
  wire.close();
  return people;
}

export function bearer({ key, accessTokens }: People, client: number): Record<string, string> {
  return { ...key, authorization: `Bearer ${accessTokens[client]}` };
}

export function refreshCalls({ key, refreshTokens }: People, wire: WireName, clients: number): Call[] {
  return refreshTokens
    .slice(0, clients)
    .map((token) => encodeCall(wire, refreshToken, { refreshToken: token }, key));
}

/** Access tokens that the server has signed and not yet seen again. */
export async function mintTokens(
  generator: Generator,
  server: BenchServer,
  people: People,
  count: number,
): Promise<string[]> {
  const minted: string[] = [];
  while (minted.length < count) {
    const { outcome } = await measure(generator, server, {
      ...{ wire: "JSON", use: "chain", clients: people.refreshTokens.length, warmUpMs: 0, ms: MINT_MS },
      calls: refreshCalls(people, "JSON", people.refreshTokens.length),
      collect: count - minted.length,
    });
    if (outcome.accessTokens.length === 0) throw new Error("every refresh was refused");
    people.refreshTokens = [...outcome.refreshTokens];
    minted.push(...outcome.accessTokens);
  }
  return minted;
}

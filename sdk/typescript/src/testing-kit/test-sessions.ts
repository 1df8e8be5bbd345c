import type { TokenResponseJson } from "@svc/proto/svc/auth/v1/tokens_pb";
import { toBase64Url } from "../base64url.ts";
import { Refusal } from "./refusal.ts";
import { BASE_URL, SLUG, type TestAccount, type TestAccounts } from "./test-accounts.ts";
import { utf8Bytes } from "./utf8-bytes.ts";

const LIFETIME_SECONDS = 15 * 60;
const RECENT_MS = 10 * 60_000;
const UNUSED_MS = 30 * 86_400_000;

export const DEVICE_TOKEN = "test-device-token";

export type TestSession = {
  readonly id: string;
  readonly account: TestAccount;
  /** Whose account opened it, by the name on the wire; empty for the others. */
  readonly provider: string;
  readonly createdAt: number;
  /** When the user last proved who they are again; absent before the first time. */
  authenticatedAt?: number;
  lastUsedAt: number;
  /** How many of its refresh tokens are used up, and the attempts that used them up. */
  rotations: number;
  readonly attempts: (string | undefined)[];
  hasEnded?: boolean;
};

export type TestSessions = {
  open: (account: TestAccount, provider?: string) => TokenResponseJson;
  refresh: (refreshToken: string, attemptId: string | undefined) => TokenResponseJson;
  /** Uses up the session's refresh token. */
  rotate: (session: TestSession, attemptId: string | undefined) => TokenResponseJson;
  /** Whose access token it is. */
  holderOf: (accessToken: string | undefined) => TestSession;
  /** The account's live sessions, the most recently used first. */
  list: (account: TestAccount) => TestSession[];
  /** Ends the live sessions that match. Returns how many. */
  end: (isWanted: (session: TestSession) => boolean) => number;
  /** Ends the user's other sessions. Returns how many. */
  endOthers: (kept: TestSession) => number;
  /** Finds a session that has ended, too. */
  find: (id: string) => TestSession | undefined;
  isRecent: (session: TestSession) => boolean;
};

export function keepSessions(
  now: () => number,
  newId: () => string,
  accounts: Pick<TestAccounts, "has">,
): TestSessions {
  const all = new Map<string, TestSession>();
  const holders = new Map<string, { session: TestSession; expiresAt: number }>();

  const tokensOf = (session: TestSession): TokenResponseJson => {
    const { account, id } = session;
    const iat = Math.floor(now() / 1000);
    const exp = iat + LIFETIME_SECONDS;
    const accessToken = `${encodeToken(session, { iat, exp })}.unsigned-${holders.size}`;
    holders.set(accessToken, { session, expiresAt: exp * 1000 });
    session.lastUsedAt = now();
    const refreshToken = `${id}.${session.rotations}`;
    return { accessToken, refreshToken, expiresIn: LIFETIME_SECONDS, user: account.user, deviceToken: "" };
  };

  const rotate: TestSessions["rotate"] = (session, attemptId) => {
    session.attempts[session.rotations++] = attemptId;
    return tokensOf(session);
  };

  const live = () => [...all.values()].filter(({ hasEnded }) => !hasEnded);

  const end: TestSessions["end"] = (isWanted) => {
    const ended = live().filter(isWanted);
    for (const session of ended) session.hasEnded = true;
    return ended.length;
  };

  return {
    rotate,
    end,
    endOthers: (kept) => end((session) => session.account === kept.account && session !== kept),
    isRecent: ({ createdAt, authenticatedAt = createdAt }) => authenticatedAt > now() - RECENT_MS,
    find: (id) => all.get(id),
    list: (account) =>
      live()
        .filter((session) => session.account === account)
        .sort((a, b) => b.lastUsedAt - a.lastUsedAt),

    open(account, provider = "") {
      const times = { createdAt: now(), lastUsedAt: now() };
      const session = { id: newId(), account, provider, rotations: 0, attempts: [], ...times };
      all.set(session.id, session);
      return { ...tokensOf(session), deviceToken: account.user.isAnonymous ? "" : DEVICE_TOKEN };
    },

    refresh(refreshToken, attemptId) {
      const [id = "", rotation] = refreshToken.split(".");
      const session = all.get(id);
      if (!session || session.hasEnded || session.lastUsedAt + UNUSED_MS <= now()) {
        throw new Refusal("REFRESH_TOKEN_INVALID");
      }
      const age = session.rotations - Number(rotation);
      if (age === 0) return rotate(session, attemptId);
      if (attemptId && age < 4 && attemptId === session.attempts[Number(rotation)]) {
        if (age === 1) return tokensOf(session);
        throw new Refusal("REFRESH_TOKEN_INVALID"); // late, and the session goes on
      }
      session.hasEnded = true;
      throw new Refusal("REFRESH_TOKEN_REUSED");
    },

    holderOf(accessToken = "") {
      const { session, expiresAt = 0 } = holders.get(accessToken) ?? {};
      if (!session || expiresAt <= now()) throw new Refusal("ACCESS_TOKEN_INVALID");
      if (!accounts.has(session.account)) throw new Refusal("SESSION_REVOKED", { cause: "deleted" });
      if (session.hasEnded) throw new Refusal("SESSION_REVOKED");
      return session;
    },
  };
}

/** Header and payload of a JWT with the claims of a real one. */
function encodeToken({ id: sid, account }: TestSession, times: { iat: number; exp: number }): string {
  const { id: sub, email, emailVerified, isAnonymous, claims } = account.user;
  const payload = {
    iss: `${BASE_URL}/p/${SLUG}`,
    sub,
    aud: SLUG,
    ...times,
    sid,
    ...(email && { email }),
    email_verified: emailVerified,
    ...(isAnonymous && { anonymous: true }),
    claims,
  };
  const header = { alg: "ES256", typ: "JWT", kid: "test" };
  return [header, payload].map((part) => toBase64Url(utf8Bytes(JSON.stringify(part)))).join(".");
}

import { createPrivateKey, hash } from "node:crypto";
import { signRs256 } from "../crypto/rs256.ts";
import type { ServiceAccount } from "../domain/billing/play-store/client.ts";
import { storeUnavailable } from "../errors.ts";
import { type AskedStore, askStore } from "./ask-store.ts";
import type { StoreOptions } from "./store-options.ts";

/** Where Google itself takes assertions: their audience, also when a stand-in is asked. */
const AUDIENCE = "https://oauth2.googleapis.com/token";
const ASSERTION_SECONDS = 3600;
/** A token is not used in its last minutes, so that none ends on its way. */
const SPARE_MS = 300_000;

export type AccountTokens = Readonly<{
  /** An access token of the account: the one there is, or a new one. */
  tokenOf: (account: ServiceAccount) => Promise<string>;
  /** Google no longer takes the one there is. */
  forget: (account: ServiceAccount) => void;
}>;

/** Access tokens of service accounts (RFC 7523), each asked for once until shortly before its end. */
export function createAccountTokens(
  { origin, clock, monotonicMs }: Pick<StoreOptions, "origin" | "clock" | "monotonicMs">,
  asked: AskedStore,
  scope: string,
): AccountTokens {
  const url = `${origin ?? "https://oauth2.googleapis.com"}/token`;
  const tokens = new Map<string, { token: Promise<string>; usableUntil: number }>();

  async function grant(account: ServiceAccount): Promise<{ token: string; lifetimeMs: number }> {
    const assertion = assertionOf(account, scope, clock());
    const grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer";
    const { status, json } = await askStore(asked, { url, form: { grant_type: grantType, assertion } });
    if (status !== 200) throw refusalOf(asked, status, json.error);
    const { access_token: token, expires_in: seconds } = json;
    if (typeof token !== "string" || token === "" || typeof seconds !== "number") {
      throw storeUnavailable(asked.store, `${asked.name}: no access token in the answer`);
    }
    return { token, lifetimeMs: seconds * 1000 };
  }

  /** Whoever comes while we ask waits for the same answer. */
  function ask(key: string, account: ServiceAccount): Promise<string> {
    const entry = { token: Promise.resolve(""), usableUntil: Number.POSITIVE_INFINITY };
    entry.token = grant(account).then(
      ({ token, lifetimeMs }) => {
        entry.usableUntil = monotonicMs() + lifetimeMs - SPARE_MS;
        return token;
      },
      (error: unknown) => {
        if (tokens.get(key) === entry) tokens.delete(key);
        throw error;
      },
    );
    tokens.set(key, entry);
    return entry.token;
  }

  return {
    tokenOf(account) {
      const key = keyOf(account);
      for (const [other, { usableUntil }] of tokens) if (usableUntil <= monotonicMs()) tokens.delete(other);
      return tokens.get(key)?.token ?? ask(key, account);
    },
    forget(account) {
      tokens.delete(keyOf(account));
    },
  };
}

export function assertionOf(account: ServiceAccount, scope: string, now: number): string {
  const iat = Math.floor(now / 1000);
  return signRs256(createPrivateKey(account.privateKey), account.privateKeyId, {
    iss: account.clientEmail,
    scope,
    aud: AUDIENCE,
    exp: iat + ASSERTION_SECONDS,
    iat,
  });
}

/** By the key itself: an account with a new key is another one. */
function keyOf({ clientEmail, privateKey }: ServiceAccount): string {
  return `${clientEmail} ${hash("sha256", privateKey, "hex")}`;
}

function refusalOf({ store, name }: AskedStore, status: number, error: unknown) {
  const word = typeof error === "string" && /^[a-z_]{1,60}$/.test(error) ? error : `status ${status}`;
  return storeUnavailable(store, `${name} refuses the service account: ${word}`, { isRefusal: true });
}

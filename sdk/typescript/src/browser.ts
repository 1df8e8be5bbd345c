import type { AuthClient } from "./auth-client.ts";
import { AuthError } from "./auth-error.ts";
import type { Session } from "./auth-state.ts";
import { toBase64Url } from "./base64url.ts";
import { type Caller, callerOf } from "./caller.ts";
import type { BrowserInput, Provider } from "./contract.ts";
import { replaceable } from "./disk.ts";
import { toHex } from "./hex.ts";
import { sha256 } from "./sha256.ts";
import { isLinked } from "./sign-in-methods.ts";

/** Stored during the sign-in, because the page is left and the app may be killed. */
type Flow = {
  state: string;
  codeVerifier: string;
  provider: Provider;
  links: boolean;
  /** Who began it, and when by this device's clock. */
  user: string | undefined;
  at: number;
};

/** Longer than a sign-in at the provider takes. */
const FLOW_MS = 900_000;

/** Opens a browser at `url` and resolves with the URL that it came back with, which begins with `redirectTo`. */
export type OpenBrowser = (url: string, redirectTo: string) => Promise<string>;

/** What `browserSignIn` returns. */
export type BrowserSignIn = ReturnType<typeof browserSignIn>;

/**
 * Signs in with Google and Apple in the browser. On the web, leave `openBrowser` out: the page itself leaves and comes
 * back, and you call `completeRedirect` where it does. In an app, use `createExpoAuthClient`, `linkingSignIn` (React
 * Native) or `capacitorBrowser`.
 *
 * @example
 * import { browserSignIn } from "@svc/sdk/browser";
 *
 * const social = browserSignIn(auth);
 * if (await social.completeRedirect()) history.replaceState(null, "", location.pathname);
 *
 * export const signInWithGoogle = () =>
 *   social.signInWithBrowser({ provider: "google", redirectTo: "https://app.example.com/" });
 */
export function browserSignIn(client: AuthClient, openBrowser: OpenBrowser = leavePage) {
  const caller = callerOf(client);
  const { keeper, random, storage, storageKey, baseUrl, publishableKey, clock } = caller;
  const flowKey = `${storageKey}.browser`;
  const user = () => keeper.view.current?.user.id;

  async function go({ provider, redirectTo }: BrowserInput, links: boolean): Promise<Session> {
    const [state, codeVerifier] = [toBase64Url(random(16)), toBase64Url(random(32))];
    const flow: Flow = { state, codeVerifier, provider, links, user: user(), at: clock.now() };
    const query = {
      key: publishableKey,
      redirect_to: redirectTo,
      code_challenge: toBase64Url(sha256(codeVerifier)),
      code_challenge_method: "S256",
      state,
    };
    await storage.setItem(flowKey, JSON.stringify(flow));
    const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    caller.openBrowsers = (caller.openBrowsers ?? 0) + 1;
    try {
      const returned = await openBrowser(`${baseUrl}/oauth/${provider}/start?${pairs.join("&")}`, redirectTo);
      const session = await completeRedirect(returned);
      if (!session) throw new AuthError("CANCELLED", "no answer");
      return session;
    } finally {
      caller.openBrowsers--;
    }
  }

  async function complete(url: string): Promise<Session | null> {
    const query = queryOf(url);
    // The link of an email code has a code too, but no state.
    const stored = query.state && (query.code || query.error) && (await storage.getItem(flowKey));
    if (!stored) return null;
    const flow: Flow = JSON.parse(stored);
    await keeper.ready;
    // A foreign link, which may be an attempt to sign this device in to another account.
    const isOurs =
      query.state === flow.state && clock.now() - flow.at < FLOW_MS && (!flow.links || flow.user === user());
    if (!isOurs) throw new AuthError("OAUTH_CODE_INVALID", "unknown link");
    replaceable(await keeper.disk.read());
    const done = finish(caller, query, flow);
    // After a lost answer the same link can be completed again.
    if (!(await isLost(done))) await storage.removeItem(flowKey);
    return done;
  }

  const completeRedirect = eachLinkOnce(complete);

  return {
    /**
     * Signs in with Google or Apple, and creates the account at the first sign-in. On the web the page leaves, and the
     * promise never resolves.
     *
     * @throws `AuthError`: `CANCELLED` (the user closed the browser or refused), `EMAIL_ALREADY_EXISTS` (sign in with one
     * of `metadata.sign_in_methods`, then call `linkWithBrowser`), `EMAIL_NOT_VERIFIED`, `SIGN_UP_CLOSED`,
     * `USER_DISABLED`, `OAUTH_CODE_INVALID`, and those of second factors, as in `signInWithPassword`.
     */
    signInWithBrowser: (input: BrowserInput): Promise<Session> => go(input, false),
    /**
     * Adds a Google or Apple account to the signed-in user. A guest becomes a permanent user with the same id.
     *
     * @throws `AuthError`: `CANCELLED`, `OAUTH_ACCOUNT_EXISTS` (another user has this account), `ALREADY_EXISTS` (the user
     * has another account of this provider), `REAUTHENTICATION_REQUIRED`, `OAUTH_CODE_INVALID`.
     */
    linkWithBrowser: (input: BrowserInput): Promise<Session> => go(input, true),
    /**
     * Finishes what `signInWithBrowser` or `linkWithBrowser` began. On the web, call it on the page that the browser
     * returns to. Calling it again with the same URL gives the same result, and tries again after a `retryable` error.
     * Returns null when the URL does not belong to a sign-in that began on this device.
     *
     * @throws `AuthError`: the reasons of `signInWithBrowser` or `linkWithBrowser`.
     */
    completeRedirect,
    /**
     * Creates a nonce for Google's or Apple's own SDK. It ties the ID token to this one sign-in, so that nobody can use
     * the token again.
     */
    createNonce(): {
      /** For `signInWithIdToken` or `linkIdToken`. */
      nonce: string;
      /** For the provider's SDK. */
      hashed: string;
    } {
      const nonce = toBase64Url(random(16));
      return { nonce, hashed: toHex(sha256(nonce)) };
    },
  };
}

async function finish(
  { keeper, call }: Caller,
  { code, error, reason }: Record<string, string | undefined>,
  { codeVerifier, links, provider }: Flow,
): Promise<Session> {
  if (error === "access_denied") throw new AuthError("CANCELLED", "turned back");
  if (!code) throw new AuthError(reason ?? "UNKNOWN", "link failed");
  const exchange = { code, codeVerifier };
  if (!links) return keeper.open("ExchangeOAuthCode", exchange);
  return keeper.rotate(isLinked(provider), (attemptId, token) =>
    call("LinkOAuth", { exchange, attemptId }, token),
  );
}

const isLost = async (done: unknown): Promise<boolean> => {
  try {
    await done;
    return false;
  } catch (error) {
    return (error as AuthError).retryable;
  }
};

/** Completes a link once, even if a page is rendered twice or an app receives the link in two ways. */
function eachLinkOnce(complete: (url: string) => Promise<Session | null>) {
  let last: [url?: string, session?: Promise<Session | null>] = [];
  return (url: string = location.href): Promise<Session | null> => {
    if (url !== last[0] || !last[1]) {
      const link: typeof last = [url, complete(url)];
      isLost(link[1]).then((isLost) => void (isLost && link.pop()));
      last = link;
    }
    return last[1] as Promise<Session | null>;
  };
}

function leavePage(url: string): Promise<string> {
  location.assign(url);
  return new Promise(() => {});
}

/** By hand, because URLSearchParams is missing or incomplete in many versions of React Native. Not decoded. */
function queryOf(url: string): Record<string, string | undefined> {
  const [, query = ""] = (url.split("#")[0] ?? "").split("?");
  const pairs = query.split("&").map((pair): [string, string] => {
    const [name = "", ...value] = pair.split("=");
    return [name, value.join("=")];
  });
  return Object.fromEntries(pairs);
}

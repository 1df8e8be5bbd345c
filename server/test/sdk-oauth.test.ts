import { afterEach, beforeEach, expect, test } from "vitest";
import { browserSignIn } from "../../sdk/typescript/src/browser.ts";
import { type AuthClient, createAuthClient, memoryStorage } from "../../sdk/typescript/src/sdk.ts";
import { systemActor } from "../src/domain/analytics/record-event.ts";
import { updateProject } from "../src/domain/projects/update-project.ts";
import { engines } from "../src/testing/engines.ts";
import { OAuthBench } from "../src/testing/oauth.ts";
import { landingOf, Traveller } from "./oauth-web-traveller.ts";
import { SCHEME_TARGET, SOMEBODY, WEB_ORIGIN, World } from "./oauth-web-world.ts";

const [engine = expect.fail()] = engines;
const providers = ["google", "apple"] as const;

let world: World;
beforeEach(async () => {
  world = await World.open(engine);
});
afterEach(() => world.close());

function clientOf(
  options: { fetch?: typeof fetch; storage?: ReturnType<typeof memoryStorage> } = {},
): AuthClient {
  const { publishableKey } = world.project;
  return createAuthClient({ baseUrl: world.t.url, publishableKey, storage: memoryStorage(), ...options });
}

/** The system browser of a phone, in which somebody makes a choice at the provider. */
function browserThat(choice: string): (url: string) => Promise<string> {
  return async (url) => {
    const traveller = new Traveller();
    const back = await traveller.travel(url, choice);
    world.keepTime();
    return landingOf(await traveller.goBack(back)).href;
  };
}

test.each(providers)("signs in with %s in the system browser", async (provider) => {
  const client = clientOf();
  const browser = browserSignIn(client, browserThat(`as/${SOMEBODY[provider]}`));
  await browser.signInWithBrowser({ provider, redirectTo: SCHEME_TARGET });
  expect(client.user).toMatchObject({ isAnonymous: false, identities: [{ provider }] });
  expect(await client.getAccessToken({ forceRefresh: true })).toEqual(expect.any(String));
});

test.each(providers)("says CANCELLED to who turns back at %s", async (provider) => {
  const client = clientOf();
  const browser = browserSignIn(client, browserThat("cancel"));
  await expect(browser.signInWithBrowser({ provider, redirectTo: SCHEME_TARGET })).rejects.toMatchObject({
    reason: "CANCELLED",
  });
  expect(client.state.status).toBe("signedOut");
});

test("on the web the page leaves, and what comes back finishes the sign-in on a page that knows nothing", async () => {
  const storage = memoryStorage();
  let left = "";
  const leaving = browserSignIn(clientOf({ storage }), (url) => {
    left = url;
    return new Promise(() => {});
  });
  void leaving.signInWithBrowser({ provider: "google", redirectTo: `${WEB_ORIGIN}/home` });
  await expect.poll(() => left).not.toBe("");
  const landing = await browserThat("as/g-ada")(left);

  const client = clientOf({ storage });
  const { completeRedirect } = browserSignIn(client);
  expect(await completeRedirect(`${WEB_ORIGIN}/home`)).toBeNull();
  expect(await completeRedirect(landing)).toMatchObject({ accessToken: expect.any(String) });
  expect(client.user?.email).toBe("ada@gmail.com");
  // The same page rendered twice, and loaded again.
  expect(await completeRedirect(landing)).toMatchObject({ accessToken: expect.any(String) });
  expect(await browserSignIn(clientOf({ storage })).completeRedirect(landing)).toBeNull();
});

test("a link whose answer was lost can be completed again, also by a page that is loaded again", async () => {
  const storage = memoryStorage();
  let lost = 2;
  const flaky: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (lost === 0 || !String(input).endsWith("ExchangeOAuthCode")) return response;
    lost -= 1;
    await response.arrayBuffer();
    throw new TypeError("network request failed");
  };
  let landing = "";
  const browser = browserSignIn(clientOf({ storage, fetch: flaky }), async (url) => {
    landing = await browserThat("as/g-ada")(url);
    return landing;
  });
  const failed = { reason: "NETWORK", retryable: true };
  await expect(
    browser.signInWithBrowser({ provider: "google", redirectTo: SCHEME_TARGET }),
  ).rejects.toMatchObject(failed);
  await expect(browser.completeRedirect(landing)).rejects.toMatchObject(failed);
  const client = clientOf({ storage, fetch: flaky });
  const reloaded = browserSignIn(client);
  expect(await reloaded.completeRedirect(landing)).toMatchObject({ accessToken: expect.any(String) });
  expect(await client.getAccessToken({ forceRefresh: true })).toEqual(expect.any(String));
  expect(await client.listMySessions()).toHaveLength(1);
  expect(await browserSignIn(clientOf({ storage })).completeRedirect(landing)).toBeNull();
});

test("somebody else's link does not sign this device in", async () => {
  let attackersLink = "";
  const attacker = browserSignIn(clientOf(), async (url) => {
    attackersLink = await browserThat("as/g-bob")(url);
    return SCHEME_TARGET;
  });
  await attacker.signInWithBrowser({ provider: "google", redirectTo: SCHEME_TARGET }).catch(() => {});
  expect(attackersLink).toContain("code=");
  const victim = clientOf();
  const own = browserSignIn(victim, async () => attackersLink);
  await expect(
    own.signInWithBrowser({ provider: "google", redirectTo: SCHEME_TARGET }),
  ).rejects.toMatchObject({
    reason: "OAUTH_CODE_INVALID",
  });
  expect(victim.state.status).toBe("signedOut");
});

test("the app is told the reason when the server sends the browser back at once", async () => {
  const client = clientOf();
  const browser = browserSignIn(client, async (url) => {
    const weak = url.replace("code_challenge_method=S256", "code_challenge_method=plain");
    return landingOf(await new Traveller().open(weak)).href;
  });
  await expect(
    browser.signInWithBrowser({ provider: "google", redirectTo: SCHEME_TARGET }),
  ).rejects.toMatchObject({
    reason: "INVALID_REQUEST",
  });
});

test("a guest links an account in the browser and stays the same user, also when the answer is lost", async () => {
  const settings = { allowAnonymousSignIn: true };
  await updateProject(world.t.app, systemActor, world.project.id, { settings });
  const storage = memoryStorage();
  let losesAnswers = false;
  const flaky: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (!losesAnswers || !String(input).endsWith("LinkOAuth")) return response;
    await response.arrayBuffer();
    throw new TypeError("network request failed");
  };
  const client = clientOf({ storage, fetch: flaky });
  await client.signInAnonymously();
  const id = client.user?.id;
  losesAnswers = true;
  const browser = browserSignIn(client, browserThat("as/g-ada"));
  await expect(
    browser.linkWithBrowser({ provider: "google", redirectTo: SCHEME_TARGET }),
  ).rejects.toMatchObject({
    reason: "NETWORK",
  });
  losesAnswers = false;
  const restarted = clientOf({ storage });
  await restarted.getAccessToken({ forceRefresh: true });
  expect(restarted.user).toMatchObject({ id, isAnonymous: false, identities: [{ provider: "google" }] });
});

test("signs in and links with a token of the provider's own SDK and a nonce of ours", async () => {
  const bench = await OAuthBench.open(engine);
  try {
    const project = await bench.addProject();
    const { url: baseUrl } = bench.t;
    const start = () =>
      createAuthClient({ baseUrl, publishableKey: project.publishableKey, storage: memoryStorage() });
    const tokenFor = (client: AuthClient, provider: (typeof providers)[number], sub: string) => {
      const { nonce, hashed } = browserSignIn(client).createNonce();
      const idToken = bench[provider].token(bench.claims(provider, sub, { nonce: hashed }));
      return { provider, idToken, nonce };
    };
    const client = start();
    await client.signInWithIdToken(tokenFor(client, "google", "g-1"));
    expect(client.user).toMatchObject({ isAnonymous: false, identities: [{ provider: "google" }] });
    await client.linkIdToken(tokenFor(client, "apple", "a-1"));
    expect(client.user?.identities.map(({ provider }) => provider).sort()).toEqual(["apple", "google"]);
    const left = await client.unlinkIdentity({ provider: "google" });
    expect(left.identities).toMatchObject([{ provider: "apple" }]);
    // Google had opened the session, so it has ended; Apple opens the next one.
    await expect(client.getMe()).rejects.toMatchObject({ reason: "SESSION_REVOKED" });
    await client.signInWithIdToken(tokenFor(client, "apple", "a-1"));
    await expect(client.unlinkIdentity({ provider: "apple" })).rejects.toMatchObject({
      reason: "LAST_SIGN_IN_METHOD",
    });

    const guest = start();
    await guest.signInAnonymously();
    const id = guest.user?.id;
    await guest.linkIdToken(tokenFor(guest, "google", "g-2"));
    expect(guest.user).toMatchObject({ id, isAnonymous: false });
    await expect(guest.linkIdToken(tokenFor(guest, "apple", "a-1"))).rejects.toMatchObject({
      reason: "OAUTH_ACCOUNT_EXISTS",
    });
    const { idToken, ...rest } = tokenFor(guest, "google", "g-3");
    await expect(start().signInWithIdToken({ ...rest, idToken, nonce: "another" })).rejects.toMatchObject({
      reason: "OAUTH_TOKEN_INVALID",
    });
  } finally {
    await bench.close();
  }
});

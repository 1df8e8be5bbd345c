import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { browserSignIn } from "../../sdk/typescript/src/browser.ts";
import { linkingBrowser, linkingSignIn } from "../../sdk/typescript/src/react-native.ts";
import {
  type AuthStorage,
  createAuthClient,
  isAuthError,
  memoryStorage,
} from "../../sdk/typescript/src/sdk.ts";
import { systemActor } from "../src/domain/analytics/record-event.ts";
import { updateProject } from "../src/domain/projects/update-project.ts";
import { engines } from "../src/testing/engines.ts";
import { landingOf, Traveller } from "./oauth-web-traveller.ts";
import { SCHEME_TARGET, World } from "./oauth-web-world.ts";

const [engine = expect.fail()] = engines;
const google = { provider: "google", redirectTo: SCHEME_TARGET } as const;

let world: World;
beforeEach(async () => {
  world = await World.open(engine);
});
afterEach(async () => {
  vi.useRealTimers();
  await world.close();
});

/** What React Native's Linking and AppState are to an app, and a person with a browser. */
class Phone {
  /** Where the browser was sent last. */
  opened = "";
  initialUrl: string | null = null;
  readonly #links = new Set<(event: { url: string }) => void>();
  readonly #states = new Set<(state: string) => void>();

  readonly linking = {
    openURL: async (url: string) => {
      this.opened = url;
      this.tell("background");
    },
    addEventListener: (_type: "url", listener: (event: { url: string }) => void) => {
      this.#links.add(listener);
      return { remove: () => void this.#links.delete(listener) };
    },
    getInitialURL: async () => this.initialUrl,
  };

  readonly appState = {
    addEventListener: (_type: "change", listener: (state: string) => void) => {
      this.#states.add(listener);
      return { remove: () => void this.#states.delete(listener) };
    },
  };

  tell(state: string): void {
    for (const listener of [...this.#states]) listener(state);
  }

  /** The person signs in at Google; the address with which the browser returns. */
  async answer(as = "g-ada"): Promise<string> {
    await expect.poll(() => this.opened).not.toBe("");
    const traveller = new Traveller();
    const back = await traveller.travel(this.opened, `as/${as}`);
    world.keepTime();
    return landingOf(await traveller.goBack(back)).href;
  }

  /** The link comes to the running app. */
  follow(url: string): void {
    this.tell("active");
    for (const listener of [...this.#links]) listener({ url });
  }

  get listeners(): number {
    return this.#links.size + this.#states.size;
  }
}

function start(storage: AuthStorage = memoryStorage()) {
  const sent: string[] = [];
  const client = createAuthClient({
    baseUrl: world.t.url,
    publishableKey: world.project.publishableKey,
    storage,
    onError: () => {},
    fetch: (input, init) => {
      sent.push(String(input).split("/").pop() ?? "");
      return fetch(input, init);
    },
  });
  return { client, sent };
}

const slowStorage = (): AuthStorage => {
  const items = memoryStorage();
  const soon = () => new Promise((resolve) => setTimeout(resolve, 10));
  return {
    getItem: (key) => soon().then(() => items.getItem(key)),
    setItem: (key, value) => soon().then(() => items.setItem(key, value)),
    removeItem: (key) => soon().then(() => items.removeItem(key)),
  };
};

test.each([
  ["at once", memoryStorage],
  ["slowly", slowStorage],
])(
  "an app that hears of a link in two ways completes it once, with a storage that answers %s",
  async (_, storage) => {
    const phone = new Phone();
    const { client, sent } = start(storage());
    const browser = browserSignIn(client, linkingBrowser(phone.linking));
    const heard: Promise<unknown>[] = [];
    phone.linking.addEventListener("url", ({ url }) => {
      heard.push(browser.completeRedirect(url));
    });
    const signedIn = browser.signInWithBrowser(google);
    phone.follow(await phone.answer());
    expect(await signedIn).toMatchObject({ accessToken: expect.any(String) });
    expect(await Promise.all(heard)).toEqual([await signedIn]);
    expect(sent.filter((method) => method === "ExchangeOAuthCode")).toHaveLength(1);
    expect(client.user?.email).toBe("ada@gmail.com");
  },
);

describe("linkingSignIn", () => {
  const wire = (phone: Phone, storage?: AuthStorage) => {
    const { client, sent } = start(storage);
    const errors: unknown[] = [];
    const social = linkingSignIn(client, phone.linking, phone.appState, (error) => errors.push(error));
    return { client, sent, social, errors };
  };

  test("signs in with the link that comes back, and is told of nothing else", async () => {
    const phone = new Phone();
    const { client, sent, social, errors } = wire(phone);
    const signedIn = social.signInWithBrowser(google);
    phone.follow(await phone.answer());
    await signedIn;
    expect(client.user?.email).toBe("ada@gmail.com");
    expect(sent).toEqual(["ExchangeOAuthCode"]);
    expect(errors).toEqual([]);
    expect(await social.resumed).toBeNull();
    social.stop();
    expect(phone.listeners).toBe(0);
  });

  test("completes a sign-in whose link starts the app anew, once", async () => {
    const storage = memoryStorage();
    const before = new Phone();
    void wire(before, storage).social.signInWithBrowser(google);
    const link = await before.answer();

    const phone = new Phone();
    phone.initialUrl = link;
    const { client, sent, social } = wire(phone, storage);
    expect(await social.resumed).toMatchObject({ accessToken: expect.any(String) });
    expect(client.user?.email).toBe("ada@gmail.com");
    expect(sent).toEqual(["ExchangeOAuthCode"]);

    // The system says so again after a reload of the app's script.
    expect(await wire(phone, storage).social.resumed).toBeNull();
  });

  test("is CANCELLED when the user comes back without a link, and completes a link that comes later", async () => {
    const phone = new Phone();
    const { client, social, errors } = wire(phone);
    const signedIn = social.signInWithBrowser(google);
    const link = await phone.answer();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    phone.tell("active");
    vi.advanceTimersByTime(1000);
    await expect(signedIn).rejects.toMatchObject({ reason: "CANCELLED" });
    vi.useRealTimers();
    expect(client.state.status).toBe("signedOut");

    phone.follow(link);
    await expect.poll(() => client.user?.email).toBe("ada@gmail.com");
    expect(errors).toEqual([]);
  });

  test("waits for a link that comes a moment after the app", async () => {
    const phone = new Phone();
    const { client, social } = wire(phone);
    const signedIn = social.signInWithBrowser(google);
    const link = await phone.answer();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    phone.tell("active");
    vi.advanceTimersByTime(900);
    phone.follow(link);
    vi.useRealTimers();
    await signedIn;
    expect(client.user?.email).toBe("ada@gmail.com");
  });

  describe("with an address that another account has", () => {
    beforeEach(async () => {
      const accounts = world.google.accounts;
      accounts.set("g-eve", { sub: "g-eve", claims: { email: "eve@example.com", email_verified: true } });
      await world.t.addUser(world.project, "eve@example.com", "correct horse battery");
    });

    test("tells the call that began it, and nobody else", async () => {
      const phone = new Phone();
      const { client, social, errors } = wire(phone);
      const signedIn = social.signInWithBrowser(google);
      const outcome = signedIn.catch((error: unknown) => error);
      phone.follow(await phone.answer("g-eve"));
      expect(isAuthError(await outcome, "EMAIL_ALREADY_EXISTS")).toBe(true);
      expect(errors).toEqual([]);
      expect(client.state.status).toBe("signedOut");
    });

    test("tells `resumed` when the link starts the app anew", async () => {
      const storage = memoryStorage();
      const before = new Phone();
      void wire(before, storage).social.signInWithBrowser(google);
      const phone = new Phone();
      phone.initialUrl = await before.answer("g-eve");
      const { social, errors } = wire(phone, storage);
      await expect(social.resumed).rejects.toMatchObject({ reason: "EMAIL_ALREADY_EXISTS" });
      expect(errors).toHaveLength(1);
    });
  });
});

test("a link that was begun by another user, or long ago, is refused", async () => {
  const settings = { allowAnonymousSignIn: true };
  await updateProject(world.t.app, systemActor, world.project.id, { settings });
  const storage = memoryStorage();
  const phone = new Phone();
  const { client } = start(storage);
  await client.signInAnonymously();
  const social = browserSignIn(client, linkingBrowser(phone.linking));
  void social.linkWithBrowser(google);
  const link = await phone.answer();
  await client.signOut();
  await client.signInAnonymously();
  await expect(social.completeRedirect(link)).rejects.toMatchObject({ reason: "OAUTH_CODE_INVALID" });
  expect(client.user?.isAnonymous).toBe(true);

  phone.opened = "";
  void browserSignIn(client, linkingBrowser(phone.linking)).signInWithBrowser(google);
  const later = await phone.answer();
  vi.setSystemTime(Date.now() + 16 * 60_000);
  const restarted = browserSignIn(start(storage).client);
  await expect(restarted.completeRedirect(later)).rejects.toMatchObject({ reason: "OAUTH_CODE_INVALID" });
  expect(await restarted.completeRedirect("https://app.example.com/?discount=50%")).toBeNull();
});

import type { Browser, BrowserContext, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, type TestContext, test } from "vitest";
import type { Passkeys } from "../../sdk/typescript/src/passkey.ts";
import { type AuthClient, createAuthClient, memoryStorage } from "../../sdk/typescript/src/sdk.ts";
import { renderPasskeyApp } from "../../sdk/typescript/test/web/render-passkey-app.ts";
import { Site } from "../../sdk/typescript/test/web/site.ts";
import { systemActor } from "../src/domain/analytics/record-event.ts";
import type { Project } from "../src/domain/projects/project.ts";
import { updateProject } from "../src/domain/projects/update-project.ts";
import { sharedBrowser } from "../src/testing/browser.ts";
import { engines } from "../src/testing/engines.ts";
import { notRun } from "../src/testing/not-run.ts";
import { TestApp } from "../src/testing/test-app.ts";
import { addVirtualAuthenticator, type VirtualAuthenticator } from "./virtual-authenticator.ts";

declare const own: { client: AuthClient; keys: Passkeys };

const [engine = expect.fail()] = engines;
const ADA = "ada@example.com";

let browser: Browser | undefined;
let whyNot = "";
let t: TestApp;
let project: Project;
let site: Site;
beforeAll(async () => {
  try {
    browser = await sharedBrowser();
  } catch (error) {
    if (process.env.CI === "true") throw error;
    whyNot = error instanceof Error ? error.message : String(error);
  }
  t = await TestApp.open(engine);
  ({ project } = await t.addProject("Demo", { allowAnonymousSignIn: true }));
  const { publishableKey } = project;
  const client = createAuthClient({ baseUrl: t.url, publishableKey, storage: memoryStorage() });
  const page = (isRendered: boolean) =>
    `<script>page = ${JSON.stringify({ baseUrl: t.url, publishableKey, isRendered })}</script>`;
  const script = "passkey-app.ts";
  site = await Site.open({
    app: { body: `${page(false)}<div id="root"></div>`, script },
    rendered: { body: `${page(true)}<div id="root">${renderPasskeyApp(client)}</div>`, script },
  });
  const passkeys = { enabled: true, rpId: "localhost", origins: [site.url] };
  await updateProject(t.app, systemActor, project.id, { settings: { passkeys } });
});
afterAll(async () => {
  site.close();
  await t.close();
});

let context: BrowserContext;
beforeEach(async (test: TestContext) => {
  if (!browser) notRun(test, whyNot);
  context = await browser.newContext();
  return () => context.close();
});

type Device = Readonly<{ tab: Tab; manager: VirtualAuthenticator }>;

/** A tab of a browser with a password manager of its own, whose user agrees. */
async function open(path: string, isUserVerified = true): Promise<Device> {
  const tab = await context.newPage();
  tab.setDefaultTimeout(120_000);
  const manager = await addVirtualAuthenticator(tab, isUserVerified);
  await tab.goto(`${site.url}/${path}`);
  await expect.poll(() => tab.evaluate(() => own.client.state.status)).not.toBe("loading");
  return { tab, manager };
}

test.each(["app", "rendered"])(
  "on the page %s, signs up, and signs in by the autofill of the form",
  async (path) => {
    const { tab } = await open(path);
    const email = `${path}@example.com`;
    const signedUp = await tab.evaluate(
      (email) => own.keys.signUpWithPasskey({ email, passkeyName: "Laptop" }),
      email,
    );
    expect(signedUp.status).toBe("signedIn");
    await expect.poll(() => tab.textContent("#list")).toBe("Laptop");
    const id = await tab.textContent("#user");
    await tab.evaluate(() => own.client.signOut());
    await expect.poll(() => tab.textContent("#list")).toBe("unknown");
    expect(await tab.evaluate(() => own.keys.isConditionalAvailable())).toBe(true);
    await tab.evaluate(() => own.keys.signInWithPasskey({ conditional: true }).then(() => {}));
    await expect.poll(() => tab.textContent("#user")).toBe(id);
    await expect.poll(() => tab.textContent("#list")).toBe("Laptop");
  },
);

test("a guest keeps the id, and the same browser makes no second passkey", async () => {
  const { tab } = await open("app");
  await tab.evaluate(() => own.client.signInAnonymously());
  const id = await tab.evaluate(() => own.client.user?.id);
  await tab.evaluate(() => own.keys.linkPasskey());
  const now = await tab.evaluate(() => own.client.user);
  expect(now).toMatchObject({ id, isAnonymous: false, recovery: "none" });
  const again = await tab.evaluate(() => own.keys.linkPasskey().catch(({ reason }) => reason));
  expect(again).toBe("PASSKEY_ALREADY_EXISTS");
  await tab.evaluate(() => own.client.signOut());
  await tab.evaluate(() => own.keys.signInWithPasskey());
  expect(await tab.evaluate(() => own.client.user?.id)).toBe(id);
});

test("a browser without WebAuthn's JSON, and a password manager with objects of its own, do the same", async () => {
  const { tab } = await open("app");
  await tab.evaluate(() => {
    const names = ["parseCreationOptionsFromJSON", "parseRequestOptionsFromJSON"] as const;
    for (const name of names) Object.defineProperty(PublicKeyCredential, name, { value: undefined });
    Object.defineProperty(PublicKeyCredential.prototype, "toJSON", { value: undefined });
  });
  await tab.evaluate(() => own.keys.signUpWithPasskey({ passkeyName: "By hand" }));
  const id = await tab.evaluate(() => own.client.user?.id);
  const again = await tab.evaluate(() => own.keys.linkPasskey().catch(({ reason }) => reason));
  expect(again).toBe("PASSKEY_ALREADY_EXISTS");
  await tab.evaluate(() => own.client.signOut());
  await tab.evaluate(() => own.keys.signInWithPasskey());
  expect(await tab.evaluate(() => own.client.user?.id)).toBe(id);
});

test("without user verification there is no passkey, and with none the user turns back", async () => {
  const { tab } = await open("app", false);
  const failed = await tab.evaluate(() => own.keys.signUpWithPasskey().catch(({ reason }) => reason));
  expect(failed).toBe("CANCELLED");
  const none = await tab.evaluate(() =>
    own.keys.signInWithPasskey().catch(({ reason, retryable }) => [reason, retryable]),
  );
  expect(none).toEqual(["CANCELLED", false]);
});

test("a domain that is not the page's is refused by the browser, and the app reads its word for it", async () => {
  const settings = (rpId: string, origins: string[]) =>
    updateProject(t.app, systemActor, project.id, { settings: { passkeys: { rpId, origins } } });
  const { tab } = await open("app");
  await settings("example.com", []);
  onTestFinished(async () => void (await settings("localhost", [site.url])));
  const refused = await tab.evaluate(() =>
    own.keys.signInWithPasskey().catch(({ reason, metadata, retryable }) => [reason, metadata, retryable]),
  );
  expect(refused).toEqual(["PASSKEY_FAILED", { error: "SecurityError" }, false]);
});

test("a form waits until another way in is chosen, or until the page has enough of it", async () => {
  const { tab, manager } = await open("app");
  await tab.evaluate(() => own.keys.signUpWithPasskey());
  const id = await tab.evaluate(() => own.client.user?.id);
  await tab.evaluate(() => own.client.signOut());
  await manager.attend(false);
  const wait = () =>
    tab.evaluate(() => {
      const stop = new AbortController();
      const outcome = own.keys.signInWithPasskey({ conditional: true, signal: stop.signal }).then(
        () => "signed in",
        ({ reason }) => reason,
      );
      Object.assign(globalThis, { outcome, stop });
    });
  const outcome = () => tab.evaluate(() => (globalThis as unknown as { outcome: Promise<string> }).outcome);
  await wait();
  await tab.evaluate(() => (globalThis as unknown as { stop: AbortController }).stop.abort());
  expect(await outcome()).toBe("CANCELLED");

  await wait();
  await tab.evaluate(() => void own.keys.signInWithPasskey().catch(() => {}));
  expect(await outcome()).toBe("CANCELLED");
  await manager.attend(true);
  await tab.evaluate(() => own.keys.signInWithPasskey());
  expect(await tab.evaluate(() => own.client.user?.id)).toBe(id);
});

test("a removed passkey is gone from the browser, too, as far as it takes signals", async () => {
  const { tab, manager } = await open("app");
  await tab.evaluate(
    (email) => own.client.signUp({ email, password: "correct horse battery" }),
    "grace@example.com",
  );
  await tab.evaluate(() => own.keys.linkPasskey({ passkeyName: "Laptop" }));
  await expect.poll(() => tab.textContent("#list")).toBe("Laptop");
  expect(await manager.count()).toBe(1);
  await tab.evaluate(async () => {
    for (const { id } of own.keys.knownPasskeys() ?? []) await own.keys.removePasskey(id);
  });
  await expect.poll(() => tab.textContent("#list")).toBe("");
  await expect.poll(() => manager.count()).toBe(0);
});

test("whoever lost all passkeys gets the account back by the emailed link, and adds another one", async () => {
  const { tab, manager } = await open("app");
  const newestLink = async (page: string) => {
    await t.deliverMail();
    return t.mails.findLast(({ to, link }) => to === ADA && link?.includes(`/${page}?`)) ?? expect.fail(page);
  };
  await tab.evaluate((email) => own.keys.signUpWithPasskey({ email }), ADA);
  const id = await tab.evaluate(() => own.client.user?.id);
  const { token } = await newestLink("verify");
  await tab.evaluate((token) => own.client.confirmEmailVerification(token), token);
  await tab.evaluate(() => own.client.signOut());
  await manager.clear();
  expect(await tab.evaluate(() => own.keys.signInWithPasskey().catch(({ reason }) => reason))).toBe(
    "CANCELLED",
  );

  await tab.evaluate((email) => own.client.requestPasswordReset(email), ADA);
  await tab.goto((await newestLink("reset")).link ?? "");
  await tab.getByLabel("New password").fill("another horse battery");
  await tab.getByRole("button", { name: "Save new password" }).click();
  await expect
    .poll(() => tab.getByRole("heading", { level: 1 }).innerText())
    .toBe("Your password is changed");

  await tab.goto(`${site.url}/app`);
  const account = { email: ADA, password: "another horse battery" };
  await tab.evaluate((account) => own.client.signInWithPassword(account), account);
  expect(await tab.evaluate(() => own.client.user?.id)).toBe(id);
  expect(await tab.evaluate(() => own.keys.listPasskeys())).toEqual([]); // the lost one was added today
  await tab.evaluate(() => own.keys.linkPasskey({ passkeyName: "New laptop" }));
  await tab.evaluate(() => own.client.signOut());
  await tab.evaluate(() => own.keys.signInWithPasskey());
  expect(await tab.evaluate(() => own.client.user?.id)).toBe(id);
});

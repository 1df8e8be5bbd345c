import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createRemoteJWKSet, jwtVerify } from "jose";
import { describe, expect, inject, test } from "vitest";
import { Front } from "../../cli/test/cli-doctor-stand-ins.ts";
import { systemActor } from "../src/domain/analytics/record-event.ts";
import { updateProject } from "../src/domain/projects/update-project.ts";
import { engines } from "../src/testing/engines.ts";
import { notRun } from "../src/testing/not-run.ts";
import { type AppSide, newAppSide, SCHEME_TARGET, SOMEBODY, World } from "./oauth-web-world.ts";
import { inBrowser, onPage } from "./pages-browser.ts";
import { inspect, openSession, type Session } from "./pages-inspector.ts";

describe("sign-in by redirect in a real browser", () => {
  let world: World;
  let app: AppSide;
  let session: Session;

  const browser = inBrowser(
    async (browser) => {
      world = await World.open(engines[0] ?? expect.fail());
      app = newAppSide();
      session = await openSession(browser);
    },
    async () => {
      await session.context.close();
      await world.close();
    },
  );

  const { heading, press } = onPage(() => session);

  /** Up to the provider's page, which is another site. */
  async function begin(provider: "google" | "apple", changes: Record<string, string> = {}): Promise<void> {
    await session.page.goto(world.startUrl(provider, app, changes));
    expect(new URL(session.page.url()).hostname).toBe("localhost");
    expect(await heading()).toBe("Sign in at the provider");
    world.keepTime();
  }

  /** Where the button on the page goes. */
  async function landing(): Promise<URL> {
    const button = session.page.getByRole("link", { name: "Return to Fernweh" });
    return new URL((await button.getAttribute("href")) ?? expect.fail());
  }

  /** Nobody but our server and the providers was asked for anything. */
  function expectPeace(...others: string[]): void {
    const ours = `${world.t.app.baseUrl}/oauth/`;
    const known = [ours, world.google.origin, world.apple.origin, SCHEME_TARGET, ...others];
    expect(session.requests.filter((url) => !known.some((start) => url.startsWith(start)))).toEqual([]);
    // There is no such app on this machine.
    expect(
      session.complaints.filter((text) => !text.startsWith(`net::ERR_ABORTED ${SCHEME_TARGET}?`)),
    ).toEqual([]);
  }

  async function expectTokensFor(code: string, email: string): Promise<void> {
    const { t, project } = world;
    const tokens = await world.exchange(app, code);
    const issuer = `${t.url}/p/${project.slug}`;
    const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));
    const { payload } = await jwtVerify(tokens.accessToken, keys, { issuer, audience: project.slug });
    expect(payload).toMatchObject({ sub: tokens.user?.id, email, email_verified: true });
  }

  test.each([
    ["google", "ada@gmail.com"],
    ["apple", "q7x@privaterelay.appleid.com"],
  ] as const)("%s: back to the app by its scheme", async (provider, email) => {
    await begin(provider);
    await press(`Continue as ${SOMEBODY[provider]}`);
    await session.page.getByRole("heading", { name: "Almost there" }).waitFor();
    expect(await session.page.title()).toBe("Almost there · Fernweh");
    const target = await landing();
    expect(target.href.startsWith(`${SCHEME_TARGET}?code=`)).toBe(true);
    expect(target.searchParams.get("state")).toBe(app.state);
    // The browser has tried to open the app by itself, too.
    await expect.poll(() => session.requests).toContain(target.href);
    await inspect(session, `oauth-return-${provider}`);
    await expectTokensFor(target.searchParams.get("code") ?? "", email);
    expectPeace();
  });

  test.each([
    ["google", "bob@corp.example"],
    ["apple", "linus@icloud.com"],
  ] as const)("%s: back to a web origin", async (provider, email) => {
    const referrers: unknown[] = [];
    const site = createServer((request, response) => {
      referrers.push(request.headers.referer);
      response.setHeader("content-type", "text/html");
      response.end("<!doctype html><html lang=en><title>App</title><h1>Welcome back</h1>");
    });
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    const settings = { redirectOrigins: [origin] };
    await updateProject(world.t.app, systemActor, world.project.id, { settings });

    await begin(provider, { redirect_to: `${origin}/signed-in` });
    await press(`Continue as ${provider === "google" ? "g-bob" : "a-linus"}`);
    await session.page.getByRole("heading", { name: "Welcome back" }).waitFor();
    const landed = new URL(session.page.url());
    expect([landed.origin, landed.pathname]).toEqual([origin, "/signed-in"]);
    expect([...landed.searchParams.keys()]).toEqual(["code", "state"]);
    expect(referrers[0]).toBeUndefined();
    await expectTokensFor(landed.searchParams.get("code") ?? "", email);
    expectPeace(origin);
    site.closeAllConnections();
    site.close();
  });

  test.each(["google", "apple"] as const)("%s: cancel, and the app is told", async (provider) => {
    await begin(provider);
    await press("Cancel");
    await session.page.getByRole("heading", { name: "Sign-in cancelled" }).waitFor();
    await inspect(session, `oauth-cancelled-${provider}`);
    const { searchParams } = await landing();
    expect(Object.fromEntries(searchParams)).toEqual({ error: "access_denied", state: app.state });
    expectPeace();
  });

  test("going back in the browser does not sign in again", async () => {
    const { page } = session;
    await begin("google");
    const callback = page.waitForRequest((request) => request.url().includes("/oauth/google/callback"));
    await press("Continue as g-ada");
    const { url } = await callback.then((request) => ({ url: request.url() }));
    await page.getByRole("heading", { name: "Almost there" }).waitFor();
    await page.goto(url);
    expect(await heading()).toBe("We couldn't complete this sign-in");
    await inspect(session, "oauth-over");
    expect(await page.getByRole("link", { name: /Return/ }).count()).toBe(0);
    expectPeace();
  });

  test("a link that somebody else prepared does not sign in", async () => {
    await begin("apple");
    await session.page.route(/\/oauth\/apple\/callback/, (route) => route.abort());
    const sent = session.page.waitForRequest((request) => request.url().endsWith("/oauth/apple/callback"));
    await press("Continue as a-grace");
    const form = new URLSearchParams((await sent).postData() ?? "");

    const victim = await openSession(browser());
    await victim.page.setContent(`<form method="post" action="${world.t.url}/oauth/apple/callback">
      ${[...form].map(([name, value]) => `<input name="${name}" value='${value}'>`).join("")}<button>Win</button></form>`);
    await victim.page.getByRole("button", { name: "Win" }).click();
    await victim.page.getByRole("heading", { name: "We couldn't complete this sign-in" }).waitFor();
    await victim.context.close();
    expect(await world.t.app.db.selectFrom("oauthHandoffs").selectAll().execute()).toEqual([]);
  });

  test("an app that is not set up, a failure and no theme have their pages", async () => {
    const { page } = session;
    await page.goto(world.startUrl("google", app, { redirect_to: "https://evil.example/" }));
    expect(await heading()).toBe("Sign-in is not set up correctly");
    await inspect(session, "oauth-not-set-up");
    await page.goto(world.startUrl("google", app, { key: "pk_unknown" }));
    await inspect(session, "oauth-no-project");
    await page.goto(world.startUrl("google", app, { code_challenge: "" }));
    expect(await heading()).toBe("Sign-in did not work");
    await inspect(session, "oauth-failed");
    expectPeace();
  });

  test("over https, the cookie comes along with Apple's form from another site", async (context) => {
    await session.context.close();
    await world.close();
    const files = { key: join(inject("scratch"), "oauth.key"), cert: join(inject("scratch"), "oauth.crt") };
    const line = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout ${files.key} -out ${files.cert} -days 5 -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1`;
    const hasCertificate = spawnSync("openssl", line.split(" ")).status === 0;
    const secure = hasCertificate
      ? createSecureServer({ key: readFileSync(files.key), cert: readFileSync(files.cert) })
      : createServer();
    const front = new Front(secure as Server);
    world = await World.open(engines[0] ?? expect.fail(), { baseUrl: await front.listen() });
    session = await openSession(browser(), { ignoreHTTPSErrors: true });
    if (!hasCertificate) notRun(context, "there is no openssl");
    front.target = world.t.url;
    for (const provider of ["google", "apple"] as const) {
      await begin(provider);
      await press(`Continue as ${SOMEBODY[provider]}`);
      await session.page.getByRole("heading", { name: "Almost there" }).waitFor();
      await world.exchange(app, (await landing()).searchParams.get("code") ?? "");
    }
    const cookies = await session.context.cookies(`${world.t.app.baseUrl}/oauth/`);
    const attributes = { secure: true, httpOnly: true, sameSite: "None", path: "/oauth/" };
    expect(cookies).toEqual([expect.objectContaining({ name: "__Secure-svc_oauth", ...attributes })]);
    expectPeace();
    secure.close().closeAllConnections();
  });

  test("works without scripts, by keyboard", async () => {
    await session.context.close();
    session = await openSession(browser(), { javaScriptEnabled: false });
    await begin("google");
    await press("Continue as g-ada");
    await session.page.getByRole("heading", { name: "Almost there" }).waitFor();
    await session.page.keyboard.press("Tab");
    const focused = await session.page.evaluate(() => document.activeElement?.textContent);
    expect(focused).toBe("Return to Fernweh");
    const attempts = (): number => session.requests.filter((url) => url.startsWith(SCHEME_TARGET)).length;
    await expect.poll(attempts).toBe(1);
    await session.page.keyboard.press("Enter");
    await expect.poll(attempts).toBe(2);
  });
});

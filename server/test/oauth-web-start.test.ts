import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../src/domain/analytics/record-event.ts";
import { updateProject } from "../src/domain/projects/update-project.ts";
import { APPLE_CLIENT } from "../src/testing/apple-stand-in.ts";
import { engines } from "../src/testing/engines.ts";
import { GOOGLE_CLIENT } from "../src/testing/google-stand-in.ts";
import { allowedRedirects, dangerousSchemes, hostileRedirects } from "../src/testing/hostile-redirects.ts";
import { landingOf, Traveller } from "./oauth-web-traveller.ts";
import { type AppSide, newAppSide, WEB_ORIGIN, World } from "./oauth-web-world.ts";
import { headingOf, type Seen } from "./pages-visitor.ts";

describe.each(engines)("the way to the provider on $kind", (engine) => {
  let world: World;
  let app: AppSide;

  beforeEach(async () => {
    world = await World.open(engine);
    app = newAppSide();
  });
  afterEach(() => world.close());

  const start = (changes: Record<string, string | null> = {}, provider: "google" | "apple" = "google") =>
    new Traveller().open(world.startUrl(provider, app, changes));

  const flowCount = async (): Promise<number> =>
    (await world.t.app.db.selectFrom("oauthFlows").selectAll().execute()).length;

  /** A page of ours that goes nowhere and begins nothing. */
  async function expectPage(seen: Seen, reason: string): Promise<void> {
    expect(seen.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(headingOf(seen)).toBe("Sign-in is not set up correctly");
    expect(seen.text).toContain(reason);
    for (const header of ["location", "refresh", "set-cookie"]) expect(seen.headers.get(header)).toBeNull();
    expect(seen.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(seen.headers.get("referrer-policy")).toBe("no-referrer");
    expect(seen.headers.get("cache-control")).toBe("no-store");
    expect(await flowCount()).toBe(0);
  }

  test("Google is asked with PKCE, a nonce and a state that say nothing about the app's own", async () => {
    const seen = await start();
    expect(seen.status).toBe(303);
    expect(seen.headers.get("referrer-policy")).toBe("no-referrer");
    expect(seen.headers.get("cache-control")).toBe("no-store");
    const url = new URL(seen.headers.get("location") ?? "");
    expect(url.origin + url.pathname).toBe(`${world.google.origin}/o/oauth2/v2/auth`);
    const query = Object.fromEntries(url.searchParams);
    expect(query).toEqual({
      response_type: "code",
      client_id: GOOGLE_CLIENT.clientId,
      redirect_uri: `${world.t.url}/oauth/google/callback`,
      scope: "openid email profile",
      state: expect.stringMatching(/^[0-9a-f-]{36}\.[\w-]{43}$/),
      nonce: expect.stringMatching(/^[0-9a-f]{64}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
    expect(query.code_challenge).not.toBe(app.codeChallenge);
    expect(url.href).not.toContain(encodeURIComponent(app.state));
    const again = new URL((await start()).headers.get("location") ?? "").searchParams;
    for (const name of ["state", "nonce", "code_challenge"]) expect(again.get(name)).not.toBe(query[name]);
  });

  test("Apple is asked for a form", async () => {
    const url = new URL((await start({}, "apple")).headers.get("location") ?? "");
    expect(url.origin + url.pathname).toBe(`${world.apple.origin}/auth/authorize`);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_mode: "form_post",
      client_id: APPLE_CLIENT.servicesId,
      redirect_uri: `${world.t.url}/oauth/apple/callback`,
      scope: "name email",
    });
  });

  test("a hostile redirect target stays on our page and nothing begins", async () => {
    await updateProject(world.t.app, systemActor, world.project.id, {
      settings: allowedRedirects,
    });
    expect(hostileRedirects.length).toBeGreaterThan(90);
    for (const redirectTo of hostileRedirects) {
      const seen = await start({ redirect_to: redirectTo });
      expect(seen.status, redirectTo).toBe(400);
      await expectPage(seen, "REDIRECT_NOT_ALLOWED");
      // Other errors must not become a way out either.
      await expectPage(
        await start({ redirect_to: redirectTo, code_challenge: null }),
        "REDIRECT_NOT_ALLOWED",
      );
    }
    await expectPage(await start({ redirect_to: null }), "REDIRECT_NOT_ALLOWED");
  });

  test("a dangerous scheme that is saved all the same opens nothing", async () => {
    const { settings, id } = world.project;
    for (const scheme of dangerousSchemes) {
      const saved = JSON.stringify({ ...settings, redirectSchemes: [scheme] });
      await world.t.app.db.updateTable("projects").set({ settings: saved }).where("id", "=", id).execute();
      await expectPage(await start({ redirect_to: `${scheme}://x` }), "REDIRECT_NOT_ALLOWED");
    }
  });

  test("two targets are none", async () => {
    const url = `${world.startUrl("google", app)}&redirect_to=${encodeURIComponent("https://evil.example")}`;
    await expectPage(await new Traveller().open(url), "INVALID_REQUEST");
  });

  test("a key must be the project's publishable one", async () => {
    const { publishableKey } = world.project;
    const { secretKey } = await world.t.addProject("Other");
    await expectPage(await start({ key: null }), "API_KEY_MISSING");
    const unknown = `${publishableKey.slice(0, -1)}${publishableKey.endsWith("0") ? "1" : "0"}`;
    await expectPage(await start({ key: unknown }), "API_KEY_INVALID");
    await expectPage(await start({ key: "nonsense" }), "API_KEY_INVALID");
    const seen = await start({ key: secretKey });
    await expectPage(seen, "WRONG_SURFACE");
    expect(seen.text + world.t.logLines.join("")).not.toContain(secretKey);
  });

  test.each([
    ["missing", { code_challenge: null }],
    ["empty", { code_challenge: "" }],
    ["short", { code_challenge: "a".repeat(42) }],
    ["long", { code_challenge: "a".repeat(44) }],
    ["padded", { code_challenge: `${"a".repeat(42)}=` }],
    ["not canonical", { code_challenge: `${"a".repeat(42)}b` }],
    ["plain", { code_challenge_method: "plain" }],
    ["without a method", { code_challenge_method: null }],
  ])("a challenge that is %s is told to the app, and nothing begins", async (_what, changes) => {
    const landing = landingOf(await start(changes));
    expect(Object.fromEntries(landing.searchParams)).toEqual({
      error: "invalid_request",
      error_description: expect.stringMatching(/^code_challenge/),
      reason: "INVALID_REQUEST",
      state: app.state,
    });
    expect(await flowCount()).toBe(0);
  });

  test("a state that is too long or strange is told without it", async () => {
    for (const state of ["x".repeat(513), "a\nb", "ü"]) {
      const landing = landingOf(await start({ state, redirect_to: `${WEB_ORIGIN}/cb` }));
      const { error, error_description, ...others } = Object.fromEntries(landing.searchParams);
      expect(landing.href.startsWith(`${WEB_ORIGIN}/cb?`)).toBe(true);
      expect([error, error_description]).toEqual([
        "invalid_request",
        "state must have at most 512 printable characters",
      ]);
      expect(others).toEqual({ reason: "INVALID_REQUEST" });
    }
    expect(await flowCount()).toBe(0);
  });

  test("a provider that is off, or lacks a part of its client, is told to the app", async () => {
    const change = (settings: object, secrets = new Map<never, string>()) =>
      updateProject(world.t.app, systemActor, world.project.id, { settings, secrets });
    const expectDisabled = async (provider: "google" | "apple"): Promise<void> => {
      const { searchParams } = landingOf(await start({}, provider));
      expect(searchParams.get("error")).toBe("unauthorized_client");
      expect(searchParams.get("reason")).toBe("OAUTH_PROVIDER_DISABLED");
    };
    await change({ google: { enabled: false }, apple: { enabled: false } });
    await expectDisabled("google");
    await expectDisabled("apple");
    await change({ google: { enabled: true }, apple: { enabled: true, keyId: "" } });
    await expectDisabled("apple");
    await change({}, new Map([["google.web_client_secret" as never, ""]]));
    await expectDisabled("google");
    expect(await flowCount()).toBe(0);
  });

  test("other methods and other providers are not there", async () => {
    const { url } = world.t;
    expect((await fetch(`${url}/oauth/github/start`)).status).toBe(404);
    expect((await fetch(`${url}/oauth/google/start`, { method: "POST" })).status).toBe(405);
    expect((await fetch(`${url}/oauth/google/callback`, { method: "POST" })).status).toBe(405);
  });
});

describe("the browser's cookie", () => {
  const cookieAt = async (baseUrl: string | undefined): Promise<string> => {
    const world = await World.open(engines[0] ?? expect.fail(), baseUrl === undefined ? {} : { baseUrl });
    try {
      const path = world.startUrl("google", newAppSide()).slice(world.t.app.baseUrl.length);
      const { headers } = await fetch(`${world.t.url}${path}`, { redirect: "manual" });
      return headers.get("set-cookie") ?? "";
    } finally {
      await world.close();
    }
  };

  test("comes along with a form from another site where there is https", async () => {
    expect(await cookieAt("https://auth.example.com")).toMatch(
      /^__Secure-svc_oauth=[\w-]{43}; Path=\/oauth\/; HttpOnly; Max-Age=600; Secure; SameSite=None$/,
    );
  });

  test("works without https, for development", async () => {
    expect(await cookieAt(undefined)).toMatch(/^svc_oauth=[\w-]{43}; Path=\/oauth\/; HttpOnly; Max-Age=600$/);
  });
});

test("an address that begins too often waits", async () => {
  const rateLimits = { oauth_address: { limit: 3, windowMs: 60_000 } };
  const world = await World.open(engines[0] ?? expect.fail(), { rateLimits });
  try {
    const open = () => new Traveller().open(world.startUrl("google", newAppSide()));
    for (let i = 0; i < 3; i++) expect((await open()).status).toBe(303);
    const seen = await open();
    expect(seen.status).toBe(429);
    expect(headingOf(seen)).toBe("Too many attempts");
    expect(seen.headers.get("retry-after")).toBe("60");
    const callback = await new Traveller().open(`${world.t.url}/oauth/apple/callback`, new URLSearchParams());
    expect(callback.status).toBe(429);
    world.t.advance(60_000);
    expect((await open()).status).toBe(303);
  } finally {
    await world.close();
  }
});

import { hash } from "node:crypto";
import { createRemoteJWKSet, jwtVerify } from "jose";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../src/domain/analytics/record-event.ts";
import { updateProject } from "../src/domain/projects/update-project.ts";
import { engines } from "../src/testing/engines.ts";
import { reasonOf } from "../src/testing/reason-of.ts";
import { landingOf, Traveller } from "./oauth-web-traveller.ts";
import { type AppSide, addOauthProject, newAppSide, SOMEBODY, WEB_ORIGIN, World } from "./oauth-web-world.ts";

const PROVIDERS = ["google", "apple"] as const;

describe.each(engines)("sign-in by redirect on $kind", (engine) => {
  let world: World;
  let app: AppSide;

  beforeEach(async () => {
    world = await World.open(engine);
    app = newAppSide();
  });
  afterEach(() => world.close());

  type Provider = (typeof PROVIDERS)[number];

  /** The whole way to the app, with a code. */
  async function codeFor(provider: Provider, traveller = new Traveller(), as: string = SOMEBODY[provider]) {
    const back = await traveller.travel(world.startUrl(provider, app), `as/${as}`);
    world.keepTime();
    return landingOf(await traveller.goBack(back)).searchParams.get("code") ?? expect.fail("no code");
  }

  async function sessionCount(): Promise<number> {
    return (await world.t.app.db.selectFrom("sessions").select("id").execute()).length;
  }

  describe.each(PROVIDERS)("%s", (provider) => {
    test("ends in a token pair that any JWT library accepts", async () => {
      const { t, project } = world;
      const traveller = new Traveller();
      const back = await traveller.travel(world.startUrl(provider, app), `as/${SOMEBODY[provider]}`);
      world.keepTime();
      const landing = landingOf(await traveller.goBack(back));
      expect(`${landing.protocol}//${landing.host}`).toBe("com.example.fernweh://signed-in");
      expect([...landing.searchParams.keys()]).toEqual(["code", "state"]);
      expect(landing.searchParams.get("state")).toBe(app.state);

      const tokens = await world.exchange(app, landing.searchParams.get("code") ?? "");
      const issuer = `${t.url}/p/${project.slug}`;
      const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));
      const { payload } = await jwtVerify(tokens.accessToken, keys, { issuer, audience: project.slug });
      expect(payload.sub).toBe(tokens.user?.id);
      expect(tokens.user).toMatchObject(
        provider === "google"
          ? { email: "ada@gmail.com", emailVerified: true, displayName: "Ada Lovelace" }
          : { email: "q7x@privaterelay.appleid.com", emailVerified: true, displayName: "Grace Hopper" },
      );
      expect((await t.auth(project, tokens.accessToken).getMe({})).user?.id).toBe(tokens.user?.id);
    });

    test("stores the language of the app's request, not that of the browser", async () => {
      const { t, project } = world;
      const client = t.authWith({ "x-svc-key": project.publishableKey, "accept-language": "ja" });
      const code = await codeFor(provider);
      const exchange = { code, codeVerifier: app.codeVerifier, locale: "de-AT" };
      expect((await client.exchangeOAuthCode(exchange)).user?.locale).toBe("de-AT");
    });

    test("finds the same user again", async () => {
      const first = await world.exchange(app, await codeFor(provider));
      const again = await world.exchange(app, await codeFor(provider));
      expect(again.user?.id).toBe(first.user?.id);
      expect(again.user?.displayName).toBe(first.user?.displayName);
    });

    test("goes to a web origin by redirect", async () => {
      const traveller = new Traveller();
      const target = `${WEB_ORIGIN}/signed-in?next=%2Fhome`;
      const start = world.startUrl(provider, app, { redirect_to: target });
      const back = await traveller.travel(start, `as/${SOMEBODY[provider]}`);
      world.keepTime();
      const seen = await traveller.goBack(back);
      expect(seen.status).toBe(303);
      expect(seen.headers.get("cache-control")).toBe("no-store");
      expect(seen.headers.get("referrer-policy")).toBe("no-referrer");
      const location = seen.headers.get("location") ?? "";
      expect(location).toMatch(/^https:\/\/app\.example\.com\/signed-in\?next=%2Fhome&code=[\w-]{43}&state=/);
      await world.exchange(app, new URL(location).searchParams.get("code") ?? "");
    });

    test("a code is worth nothing after a minute", async () => {
      const code = await codeFor(provider);
      world.t.advance(60_000);
      expect(await reasonOf(world.exchange(app, code))).toBe("OAUTH_CODE_INVALID");
      expect(await sessionCount()).toBe(0);
    });

    test("a code is good until its minute is over", async () => {
      const code = await codeFor(provider);
      world.t.advance(59_000);
      await world.exchange(app, code);
    });
  });

  test("a code is worth nothing without the verifier, and whoever tries does not spoil it", async () => {
    const code = await codeFor("google");
    for (const codeVerifier of [newAppSide().codeVerifier, "", app.codeChallenge, `${app.codeVerifier}A`]) {
      const call = world.t.auth(world.project).exchangeOAuthCode({ code, codeVerifier });
      expect(await reasonOf(call)).toBe("OAUTH_CODE_INVALID");
    }
    expect(await sessionCount()).toBe(0);
    await world.exchange(app, code);
  });

  test("a verifier that could be guessed is none, even if its challenge was sent", async () => {
    for (const codeVerifier of ["guess", "x".repeat(42), "x".repeat(129), `${"x".repeat(42)} `]) {
      app = { ...app, codeVerifier, codeChallenge: hash("sha256", codeVerifier, "base64url") };
      expect(await reasonOf(world.exchange(app, await codeFor("google")))).toBe("OAUTH_CODE_INVALID");
    }
    expect(await sessionCount()).toBe(0);
  });

  test("a code that nobody was given is refused", async () => {
    for (const code of ["", "x", newAppSide().codeVerifier, `${await codeFor("google")}A`]) {
      expect(await reasonOf(world.exchange(app, code))).toBe("OAUTH_CODE_INVALID");
    }
    expect(await sessionCount()).toBe(0);
  });

  test("a code belongs to its project", async () => {
    const other = await addOauthProject(world.t, "Other");
    const code = await codeFor("google");
    expect(await reasonOf(world.exchange(app, code, other))).toBe("OAUTH_CODE_INVALID");
    expect(await sessionCount()).toBe(0);
    await world.exchange(app, code);
  });

  test("a code presented twice fails and ends the session that its first use opened", async () => {
    const { t, project } = world;
    const code = await codeFor("google");
    const tokens = await world.exchange(app, code);
    // Without the verifier nobody can end anything.
    const thief = t.auth(project).exchangeOAuthCode({ code, codeVerifier: newAppSide().codeVerifier });
    expect(await reasonOf(thief)).toBe("OAUTH_CODE_INVALID");
    await t.auth(project, tokens.accessToken).getMe({});

    expect(await reasonOf(world.exchange(app, code))).toBe("OAUTH_CODE_INVALID");
    expect(await reasonOf(t.auth(project, tokens.accessToken).getMe({}))).toBe("SESSION_REVOKED");
    const refresh = t.auth(project).refreshToken({ refreshToken: tokens.refreshToken });
    expect(await reasonOf(refresh)).toBe("REFRESH_TOKEN_INVALID");
    const events = await t.app.db.selectFrom("events").select("kind").execute();
    expect(events.filter(({ kind }) => kind === "session.reuse_detected")).toHaveLength(1);
  });

  test("of many who present a code at once, one at most gets a session, and not for long", async () => {
    const { t, project } = world;
    const code = await codeFor("google");
    const calls = await Promise.allSettled(Array.from({ length: 8 }, () => world.exchange(app, code)));
    const winners = calls.flatMap((call) => (call.status === "fulfilled" ? [call.value] : []));
    expect(winners).toHaveLength(1);
    const [winner = expect.fail()] = winners;
    expect(await reasonOf(t.auth(project, winner.accessToken).getMe({}))).toBe("SESSION_REVOKED");
    expect(await sessionCount()).toBe(1);
  });

  test("a guest becomes permanent by redirect, and the code works once there, too", async () => {
    const { t, project } = world;
    await updateProject(t.app, systemActor, project.id, { settings: { allowAnonymousSignIn: true } });
    const guest = await t.auth(project).signInAnonymously({});
    const exchange = { code: await codeFor("apple"), codeVerifier: app.codeVerifier };
    const link = (accessToken: string) =>
      t.auth(project, accessToken).linkOAuth({ source: { case: "exchange", value: exchange } });
    const linked = await link(guest.accessToken);
    expect(linked.user).toMatchObject({ id: guest.user?.id, isAnonymous: false });
    expect(await reasonOf(link(linked.accessToken))).toBe("OAUTH_CODE_INVALID");
    // The code has not opened this session.
    await t.auth(project, linked.accessToken).getMe({});
  });

  test("once a code is used, nothing is left of whom it stood for, and the provider's token is used up", async () => {
    const { db } = world.t.app;
    const stored = () => db.selectFrom("oauthHandoffs").select("identitySealed").execute();
    const code = await codeFor("apple");
    expect(await stored()).toEqual([{ identitySealed: expect.stringMatching(/^v1\./) }]);
    await world.exchange(app, code);
    expect(await stored()).toEqual([{ identitySealed: "" }]);
    expect(await db.selectFrom("oauthUsedTokens").selectAll().execute()).toHaveLength(1);
  });

  test("nothing that opens anything is logged or stored as it is", async () => {
    const traveller = new Traveller();
    const back = await traveller.travel(world.startUrl("apple", app), "as/a-grace");
    world.keepTime();
    const landing = landingOf(await traveller.goBack(back));
    const code = landing.searchParams.get("code") ?? "";
    const { accessToken, refreshToken } = await world.exchange(app, code);
    const [providersCode = "", state = ""] = ["code", "state"].map((name) => back.fields.get(name) ?? "");
    const { db } = world.t.app;
    const tables = ["oauthFlows", "oauthHandoffs", "identities", "sessions", "events"] as const;
    const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
    const kept = JSON.stringify(rows) + world.t.logLines.join("\n");
    for (const secret of [code, providersCode, state, app.codeVerifier, accessToken, refreshToken]) {
      expect(secret.length).toBeGreaterThan(20);
      expect(kept).not.toContain(secret);
    }
  });
});

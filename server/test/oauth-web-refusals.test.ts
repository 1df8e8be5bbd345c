import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../src/domain/analytics/record-event.ts";
import { cleanUp } from "../src/domain/instance/clean-up.ts";
import { updateProject } from "../src/domain/projects/update-project.ts";
import { engines } from "../src/testing/engines.ts";
import { landingOf, type Return, Traveller } from "./oauth-web-traveller.ts";
import { type AppSide, addOauthProject, newAppSide, SOMEBODY, WEB_ORIGIN, World } from "./oauth-web-world.ts";
import { headingOf, type Seen } from "./pages-visitor.ts";

const PROVIDERS = ["google", "apple"] as const;
type Provider = (typeof PROVIDERS)[number];

describe.each(engines)("the way back from the provider on $kind", (engine) => {
  let world: World;
  let app: AppSide;
  let traveller: Traveller;

  beforeEach(async () => {
    world = await World.open(engine);
    app = newAppSide();
    traveller = new Traveller();
  });
  afterEach(() => world.close());

  async function travel(
    provider: Provider,
    choice = `as/${SOMEBODY[provider]}`,
    who = traveller,
  ): Promise<Return> {
    const back = await who.travel(world.startUrl(provider, app), choice);
    world.keepTime();
    return back;
  }

  const rows = async (table: "oauthFlows" | "oauthHandoffs" | "sessions" | "users"): Promise<number> =>
    (await world.t.app.db.selectFrom(table).selectAll().execute()).length;

  /** The browser stays here, and there is nothing that anybody could sign in with. */
  async function expectDeadEnd(seen: Seen): Promise<void> {
    expect(seen.status).toBe(400);
    expect(headingOf(seen)).toBe("We couldn&#39;t complete this sign-in");
    expect(seen.headers.get("location")).toBeNull();
    expect(seen.headers.get("refresh")).toBeNull();
    expect(seen.text).not.toContain("com.example.fernweh");
    expect(world.t.logLines.at(-1)).toContain('"status":"OAUTH_FLOW_INVALID"');
    expect(await rows("sessions")).toBe(0);
    expect(await rows("users")).toBe(0);
  }

  /** The app is told, and there is nothing that anybody could sign in with. */
  async function expectError(seen: Seen, expected: Record<string, string>): Promise<void> {
    const landing = landingOf(seen);
    if ("reason" in expected) expect(landing.searchParams.get("error_description")).toMatch(/^[ -~]{10,}$/);
    landing.searchParams.delete("error_description");
    expect(landing.protocol).toBe("com.example.fernweh:");
    expect(Object.fromEntries(landing.searchParams)).toEqual({ ...expected, state: app.state });
    expect(await rows("oauthHandoffs")).toBe(0);
    expect(await rows("sessions")).toBe(0);
  }

  describe.each(PROVIDERS)("%s", (provider) => {
    const other: Provider = provider === "google" ? "apple" : "google";

    test("whoever cancels is not signed in, and the app is told", async () => {
      const seen = await traveller.goBack(await travel(provider, "cancel"));
      expect(headingOf(seen)).toBe("Sign-in cancelled");
      await expectError(seen, { error: "access_denied" });
    });

    test("works once, however many come at once", async () => {
      const back = await travel(provider);
      const all = await Promise.all(Array.from({ length: 6 }, () => traveller.goBack(back)));
      expect(all.filter((seen) => seen.status === 200)).toHaveLength(1);
      expect(await rows("oauthHandoffs")).toBe(1);
      await expectDeadEnd(await traveller.goBack(back));
      expect(world[provider].seen.filter((line) => /^POST .*token$/.test(line))).toHaveLength(1);
    });

    test("is closed to a browser that did not begin, and stays open to the one that did", async () => {
      const back = await travel(provider);
      await expectDeadEnd(await new Traveller().goBack(back));
      const stranger = new Traveller();
      await stranger.open(world.startUrl(provider, newAppSide()));
      await expectDeadEnd(await stranger.goBack(back));
      expect(await rows("oauthHandoffs")).toBe(0);
      expect((await traveller.goBack(back)).status).toBe(200);
    });

    test("is closed to any state but its own", async () => {
      const back = await travel(provider);
      const state = back.fields.get("state") ?? "";
      const [projectId = "", secret = ""] = state.split(".");
      const otherProject = await addOauthProject(world.t, "Other");
      const wrong = [
        "",
        "x",
        projectId,
        `${projectId}.`,
        `${projectId}.${"A".repeat(43)}`,
        `${projectId}.${secret.slice(0, -1)}`,
        `${otherProject.id}.${secret}`,
        `${projectId.toUpperCase()}.${secret}`,
        `${state} `,
        `${state}\u0000`,
        "01a1dde1-e1da-7769-9f65-4042ce53c23c.WvMo83hTCQthnsDAXRotfiJH3DdL8s-1WihO5Qx_i8E",
        "' or 1=1 --",
      ];
      for (const value of wrong) {
        const fields = new URLSearchParams(back.fields);
        fields.set("state", value);
        await expectDeadEnd(await traveller.goBack({ ...back, fields }));
      }
      back.fields.delete("state");
      await expectDeadEnd(await traveller.goBack(back));
    });

    test("is closed when a parameter is there twice", async () => {
      const back = await travel(provider);
      back.fields.append("state", back.fields.get("state") ?? "");
      const seen = await traveller.goBack(back);
      expect(seen.status).toBe(400);
      expect(headingOf(seen)).toBe("Sign-in is not set up correctly");
      expect(await rows("oauthHandoffs")).toBe(0);
    });

    test("is closed to the other provider", async () => {
      const { fields } = await travel(provider);
      const url = `${world.t.url}/oauth/${other}/callback`;
      await expectDeadEnd(
        await traveller.goBack({ method: other === "google" ? "GET" : "POST", url, fields }),
      );
      expect(await rows("oauthFlows")).toBe(1);
    });

    test("is closed after ten minutes", async () => {
      const back = await travel(provider);
      world.t.advance(10 * 60_000);
      await expectDeadEnd(await traveller.goBack(back));
    });

    test("a code that somebody else was given does not fit", async () => {
      const mine = await travel(provider);
      const theirs = await travel(
        provider,
        `as/${provider === "google" ? "g-bob" : "a-linus"}`,
        new Traveller(),
      );
      mine.fields.set("code", theirs.fields.get("code") ?? expect.fail());
      const seen = await traveller.goBack(mine);
      expect(headingOf(seen)).toBe("Sign-in did not work");
      await expectError(seen, { error: "server_error", reason: "OAUTH_TOKEN_INVALID" });
    });

    test("a made-up code and a provider's error are errors", async () => {
      const first = await travel(provider);
      first.fields.set("code", "made-up");
      const wrong = { error: "server_error", reason: "OAUTH_TOKEN_INVALID" };
      await expectError(await traveller.goBack(first), wrong);
      const second = await travel(provider);
      second.fields.set("error", "temporarily_unavailable\r\nx: y");
      await expectError(await traveller.goBack(second), wrong);
      expect(world.t.logLines.join("\n")).not.toContain("x: y");
    });

    test("a wrong client secret lets nobody in", async () => {
      const back = await travel(provider);
      const otherKey = { google: ["google.web_client_secret", "GOCSPX-another"] as const, apple: undefined };
      const settings = provider === "apple" ? { apple: { keyId: "OTHERKEY00" } } : {};
      const secrets = new Map(otherKey[provider] ? [otherKey[provider]] : []);
      await updateProject(world.t.app, systemActor, world.project.id, { settings, secrets });
      const expected = { error: "server_error", reason: "OAUTH_TOKEN_INVALID" };
      await expectError(await traveller.goBack(back), expected);
      expect(world.t.logLines.join("\n")).toContain("invalid_client");
    });

    test("a provider that is down is told to the app", async () => {
      const back = await travel(provider);
      await world[provider].close();
      const expected = { error: "temporarily_unavailable", reason: "PROVIDER_UNAVAILABLE" };
      await expectError(await traveller.goBack(back), expected);
      // For `close` in afterEach.
      Object.assign(world, { [provider]: { close: async () => {} } });
    });

    test("a provider that was switched off meanwhile lets nobody in", async () => {
      const back = await travel(provider);
      const settings = { [provider]: { enabled: false } };
      await updateProject(world.t.app, systemActor, world.project.id, { settings });
      const expected = { error: "unauthorized_client", reason: "OAUTH_PROVIDER_DISABLED" };
      await expectError(await traveller.goBack(back), expected);
      expect(
        world[provider].seen.filter((line) => line.startsWith("POST ") && line.endsWith("token")),
      ).toEqual([]);
    });

    test("a target that was taken out of the settings meanwhile is no target", async () => {
      const back = await travel(provider);
      const settings = { redirectSchemes: [] };
      await updateProject(world.t.app, systemActor, world.project.id, { settings });
      const seen = await traveller.goBack(back);
      expect(headingOf(seen)).toBe("Sign-in is not set up correctly");
      expect(seen.text).toContain("REDIRECT_NOT_ALLOWED");
      expect(seen.headers.get("refresh")).toBeNull();
      expect(seen.text).not.toContain("com.example.fernweh");
      expect(await rows("oauthHandoffs")).toBe(0);
    });
  });

  test("Apple comes back with a form only, and the token and name in it prove nothing", async () => {
    const back = await travel("apple");
    await expectDeadEnd(await traveller.goBack({ ...back, method: "GET" }));
    back.fields.set("id_token", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhLWxpbnVzIn0.");
    back.fields.set("user", '{"name":{"firstName":"<b>Eve</b>","lastName":{}},"email":"victim@example.com"}');
    const code = landingOf(await traveller.goBack(back)).searchParams.get("code") ?? "";
    const { user } = await world.exchange(app, code);
    expect(user).toMatchObject({ email: "q7x@privaterelay.appleid.com", displayName: "<b>Eve</b>" });
  });

  test.each(["{}", "null", "[", '{"name":"x"}', '{"name":{"firstName":"a\\u0000b"}}'])(
    "a strange name from Apple, %s, is no name",
    async (user) => {
      const back = await travel("apple");
      back.fields.set("user", user);
      const code = landingOf(await traveller.goBack(back)).searchParams.get("code") ?? "";
      expect((await world.exchange(app, code)).user?.displayName).toBe("");
    },
  );

  test("marks that turn text around are left out of a name from Apple", async () => {
    const back = await travel("apple");
    back.fields.set("user", '{"name":{"firstName":"\\u202eAda","lastName":"\\u2066Lovelace\\u2069"}}');
    const code = landingOf(await traveller.goBack(back)).searchParams.get("code") ?? "";
    expect((await world.exchange(app, code)).user?.displayName).toBe("Ada Lovelace");
  });

  test("a second tab does not spoil the first", async () => {
    const first = await travel("google");
    const second = await travel("apple");
    for (const back of [first, second]) expect((await traveller.goBack(back)).status).toBe(200);
  });

  test("what nobody came back for is cleaned away", async () => {
    await travel("google");
    const used = landingOf(await traveller.goBack(await travel("apple"))).searchParams.get("code") ?? "";
    await world.exchange(app, used);
    await traveller.goBack(await travel("apple"));
    expect([await rows("oauthFlows"), await rows("oauthHandoffs")]).toEqual([1, 2]);
    await cleanUp(world.t.app);
    expect([await rows("oauthFlows"), await rows("oauthHandoffs")]).toEqual([1, 2]);
    world.t.advance(10 * 60_000);
    expect(await cleanUp(world.t.app)).toMatchObject({ oauthFlows: 1, oauthHandoffs: 1 });
    world.t.advance(86_400_000);
    expect(await cleanUp(world.t.app)).toMatchObject({ oauthFlows: 0, oauthHandoffs: 1 });
  });

  test("an error goes to a web origin by redirect, too", async () => {
    const start = world.startUrl("google", app, { redirect_to: `${WEB_ORIGIN}/cb` });
    const seen = await traveller.goBack(await traveller.travel(start, "cancel"));
    expect(seen.status).toBe(303);
    const location = `${WEB_ORIGIN}/cb?error=access_denied&state=${encodeURIComponent(app.state)}`;
    expect(seen.headers.get("location")).toBe(location);
  });
});
